import { readFileSync } from "node:fs";
import { z } from "zod/v4";
import { botCheckProviders } from "../../contract/bot-check/actions.ts";
import type { Company } from "../../contract/company/company.ts";
import { readCompany } from "../../contract/company/read-company.ts";
import { readSettings } from "../../contract/values/settings-source.ts";
import type { Where } from "../db/open.ts";
import { usualPayerLimits } from "../orders/rules/payer-limits.ts";
import { usualUnpaidLimits } from "../orders/rules/unpaid-limits.ts";
import { reportSettings } from "../shared/report-failure.ts";
import { affiliateTierSetting } from "./affiliate-setting.ts";
import { generatedSecret } from "./generated-secret.ts";
import { loyaltySetting } from "./loyalty-setting.ts";
import { payoutCaps } from "./payout-caps-setting.ts";
import { rateFeedsSetting } from "./rate-feeds-setting.ts";
import { screeningSettings } from "./screening-setting.ts";

const list = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));
const secret = z.string().min(32, { error: "must have at least 32 characters each" });
const onOff = z.enum(["0", "1"]).transform((text) => text === "1");
const origin = z.url({ protocol: /^https?$/ }).refine((url) => URL.canParse(url) && new URL(url).origin === url, {
  error: "must be an origin like https://exchange.example, without a path",
});

/**
 * What an operator's command may change before it asks for `--anyway`, in percent. `rate`: distance from the market, and a
 * pair's price; `promo`: what a code adds to a payout; `amount`: of all we hold of the asset; `correction`: of a balance.
 */
const usualBands = { rate: 5, promo: 3, amount: 50, correction: 5 };
export type Bands = typeof usualBands;

/**
 * When a market price counts. `quorum`: sources that must agree; `spread`: the greatest distance between them, in percent;
 * `age`: the greatest age of a price, in seconds; `jump`: the greatest distance from the last accepted one, in percent;
 * `confirm`: for how many minutes all sources must confirm one beyond that.
 */
const usualPriceLimits = { quorum: 2, spread: 1, age: 120, jump: 5, confirm: 15 };

/** `rate=5,promo=3`; what is not named keeps its default. */
const figures = <Name extends string>(usual: Readonly<Record<Name, number>>) =>
  z.string().transform((text, context): Readonly<Record<Name, number>> => {
    const isKnown = (name: string): name is Name => Object.hasOwn(usual, name);
    const entries = text.split(",").flatMap((part) => {
      if (part.trim() === "") return [];
      const [, name = "", figure = ""] = /^\s*(\w+)=(\d{1,6}(?:\.\d{1,2})?)\s*$/.exec(part) ?? [];
      if (isKnown(name)) return [[name, Number(figure)]];
      const names = Object.keys(usual);
      context.addIssue({ code: "custom", message: `must list ${names.join(", ")}, like ${names[0]}=5` });
      return [];
    });
    return { ...usual, ...Object.fromEntries(entries) };
  });

const unpaidLimits = z.union([z.literal("off").transform(() => null), figures(usualUnpaidLimits)]);
const priceLimits = figures(usualPriceLimits).refine(
  ({ quorum, age, confirm, spread, jump }) =>
    [quorum, age, confirm].every((figure) => Number.isInteger(figure) && figure > 0) && spread > 0 && jump > 0,
  { error: "quorum, age and confirm must be whole numbers above zero, spread and jump percentages above zero" },
);
const payerLimits = z.union([z.literal("off").transform(() => null), figures(usualPayerLimits)]);

/** Settings of the service. Unset ones have defaults here; secrets have none. */
export const envSchema = z.object({
  /** For the stand-alone service; the website has its own. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3001),
  HOST: z.string().min(1).default("127.0.0.1"),
  /** The website's address, for links in emails. */
  PUBLIC_ORIGIN: origin.default("http://localhost:3000"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  API_CLIENT_IDS: list.default([]),
  API_CLIENT_SECRET: secret.optional(),
  /** Newest first: the first makes order tokens, all are accepted. */
  ORDER_LINK_SECRETS: list.pipe(z.array(secret)).optional(),
  /** Newest first: the first makes codes and encrypts authenticators, all are accepted. */
  ACCOUNT_SECRETS: list.pipe(z.array(secret)).optional(),
  /** Our Google client id; without it Google sign-in is off. */
  GOOGLE_CLIENT_ID: z.string().min(8).optional(),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  /** Members can keep money here. */
  WALLETS: z.enum(["on", "off"]).default("on"),
  /** What keeps programs from filling in forms; `altcha` is our own. */
  BOT_CHECK: z.enum(botCheckProviders).default("altcha"),
  /** Of the account at another provider. */
  BOT_CHECK_SITE_KEY: z.string().min(8).optional(),
  BOT_CHECK_SECRET: z.string().min(8).optional(),
  /** Iterations of each attempt to solve a check of ours, which takes 256 attempts on average. */
  BOT_CHECK_COST: z.coerce.number().int().min(1).max(100_000).default(1000),
  /** Emails that may be sent to typed addresses without a solved check. */
  BOT_CHECK_EMAILS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(100),
  /** Notifications of browsers about orders. */
  WEB_PUSH: z.enum(["on", "off"]).default("on"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Allows a deployed exchange without SMTP_URL: emails are files, which nobody receives. */
  MAIL_TO_FILES: onOff.default(false),
  MAIL_FROM: z.string().min(3).default("Kursa <no-reply@kursa.example>"),
  SUPPORT_EMAIL: z.email().default("support@kursa.example"),
  /** A mailbox whose messages arrive at `support/mail`; customers answer emails to it, with a token added. */
  SUPPORT_REPLY_ADDRESS: z.email().optional(),
  /** With it a mail server delivers those messages. */
  SUPPORT_MAIL_SECRET: secret.optional(),
  /** Most emails a day to one mailbox that its owner did not ask for; see mail/outbox/allowance.ts. */
  UNASKED_EMAILS_PER_DAY: z.coerce.number().int().min(8).max(1000).default(24),
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_BANDS: figures(usualBands).prefault(""),
  /** Where prices of real money come from: the operators' table, or the market by the feeds below. */
  RATES: z.enum(["table", "market"]).default("table"),
  RATE_FEEDS: rateFeedsSetting,
  PRICE_LIMITS: priceLimits.prefault(""),
  /** On an operator's machine: the key that signs the commands, and a file with its passphrase; else that is asked for. */
  OPERATOR_KEY_FILE: z.string().min(1).optional(),
  OPERATOR_PASSPHRASE_FILE: z.string().min(1).optional(),
  /** Null where nothing limits what unpaid orders hold. */
  UNPAID_LIMITS: unpaidLimits.prefault(""),
  /** Null where nothing limits what one payer sends by means that can be taken back. */
  PAYER_LIMITS: payerLimits.prefault(""),
  /** From what worth in US dollars of a customer's orders of 30 days they say who they are; null where nobody is asked. */
  IDENTITY_FROM: z
    .union([
      z.literal("off").transform(() => null),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/, "must be off, or whole US dollars like 1000")
        .transform(Number),
    ])
    .prefault("off"),
  ...screeningSettings,
  /** Fees of withdrawals and payouts rise with what their network takes, up to a bound. */
  FEES_FOLLOW_NETWORK: z.enum(["on", "off"]).default("on"),
  /** Nothing is paid out beyond what pays for an exchange: minimums rise to what earns it, and bonuses are cut. */
  PRICE_FLOOR: z.enum(["on", "off"]).default("on"),
  /** A deposit address is swept once its transfer costs at most so much, in percent, of what it holds; two decimals at most. */
  SWEEP_COST_PERCENT: z.coerce.number().min(0.01).max(100).multipleOf(0.01).default(2),
  /** From how few transfers that a rail's account still pays network fees for an operator is told. */
  UNPROVEN_MB: z.coerce.number().int().min(1).max(1_000_000).default(200),
  GAS_LOW_TRANSFERS: z.coerce.number().int().min(1).max(1_000_000).default(100),
  /** The status page says until when the ledger and the networks agreed, and that they differ where they do. */
  PUBLISH_RECONCILIATION: z.enum(["on", "off"]).default("off"),
  /** What payouts may move, by asset; in shares of what its rail holds where it is not named; null where nothing limits it. */
  PAYOUT_CAPS: payoutCaps.prefault(""),
  /** Members' tiers by turnover of twelve months; empty where there are none. */
  LOYALTY_TIERS: loyaltySetting.prefault(""),
  /** Members can earn by bringing customers. */
  AFFILIATES: z.enum(["on", "off"]).default("on"),
  /** Partners' tiers by turnover of twelve months. */
  AFFILIATE_TIERS: affiliateTierSetting.prefault(""),
  /** All rewards are in this asset. */
  AFFILIATE_ASSET: z.string().min(1).max(40).default("usdt-trc20"),
  /** Payouts of a partner's rewards beyond this in a day wait for an operator; whole units of that asset. */
  AFFILIATE_REVIEW_ABOVE: z.coerce.number().int().min(0).max(1_000_000_000).default(500),
  BRAND_NAME: z.string().min(1).max(40).default("Kursa"),
  /** Names separated by commas, checked against the registered rails. */
  RAILS: z.string().default("sandbox"),
  /** `test-networks`: the rails that move real money elsewhere move none here, and each must say so itself. */
  REAL_RAILS_ON: z.enum(["test-networks"]).optional(),
  /** JSON file that says who runs the exchange: contract/company/company.ts. */
  COMPANY_FILE: z.string().optional(),
  SANDBOX_AUTOPAY: onOff.default(false),
  SANDBOX_PACE_MS: z.coerce.number().int().min(0).max(600_000).default(3000),
  SANDBOX_CLOCK: onOff.default(false),
  /** Where Prometheus reads the metrics; without a port there are none. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  /** Where OpenTelemetry's collector takes traces over HTTP; without it there are none. The library reads the rest. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false"),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug"]).default("info"),
});
type Source = Readonly<Record<string, string | undefined>>;

/** With all secrets set, or generated. */
export type UpstreamEnv = Omit<z.infer<typeof envSchema>, "ORDER_LINK_SECRETS" | "ACCOUNT_SECRETS"> & {
  ORDER_LINK_SECRETS: readonly string[];
  ACCOUNT_SECRETS: readonly string[];
  COMPANY: Company;
  /** Raw settings; each rail parses its own with its schema. */
  railSettings: Source;
};

/** A rail that `RAILS` may name, and its settings; those of `required` must be set once it is named. */
export type KnownRail = {
  name: string;
  settings: { schema: z.ZodObject; required: readonly string[] };
  /** Of a rail that simulates what it does. */
  simulates?(id: string): boolean;
};

type Reading =
  | { ok: true; env: z.infer<typeof envSchema> & Pick<UpstreamEnv, "COMPANY" | "railSettings"> }
  | { ok: false; problems: string[] };

/** Reports all invalid settings at once. An empty setting counts as unset: compose files pass those. */
export function readEnv(source: Source, rails: readonly KnownRail[]): Reading {
  const { values, problems: quoted } = readSettings(source, [
    ...Object.keys(envSchema.shape),
    ...rails.flatMap(({ settings }) => Object.keys(settings.schema.shape)),
  ]);
  if (quoted.length > 0) return { ok: false, problems: quoted };
  const parsed = envSchema.safeParse(values);
  const problems = [parsed, ...rails.map(({ settings }) => settings.schema.safeParse(values))].flatMap((reading) =>
    reading.success ? [] : reading.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
  );
  problems.push(...wrongRails(values, rails), ...missingFrom(values, rails), ...missingMail(values));
  const { company, problems: ofCompany } = readCompany(values, (path) => readFileSync(path, "utf8"));
  problems.push(...ofCompany);
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  const names = rails.flatMap(({ settings }) => Object.keys(settings.schema.shape));
  const railSettings = Object.fromEntries(names.map((name) => [name, values[name]]));
  return { ok: true, env: { ...parsed.data, COMPANY: company, railSettings } };
}

/** Simulated money beside real money would be paid out as if it were the same. */
function wrongRails({ RAILS = "sandbox", REAL_RAILS_ON }: Source, rails: readonly KnownRail[]): string[] {
  const names = RAILS.split(",").map((name) => name.trim());
  const named = rails.filter(({ name }) => names.includes(name));
  if (named.length !== names.length) return [`RAILS: must list rails of ${rails.map(({ name }) => name).join(", ")}`];
  const simulated = named.filter(({ simulates }) => simulates !== undefined).map(({ name }) => name);
  const real = named.filter(({ simulates }) => simulates === undefined).map(({ name }) => name);
  if (simulated.length === 0 || real.length === 0 || REAL_RAILS_ON === "test-networks") return [];
  return [
    `RAILS: ${simulated.join(", ")} moves no real money and must not run beside ${real.join(", ")}; leave one out, or set REAL_RAILS_ON=test-networks where the other is on a test network`,
  ];
}

/**
 * The settings of this process. Invalid ones are reported and the process exits with 78 (EX_CONFIG of sysexits.h), so
 * that a supervisor can tell it from a crash. On a private machine the secret is generated once and stored.
 * `defaults`: what holds where the environment says nothing.
 */
export function processEnv(
  rails: readonly KnownRail[],
  {
    defaults = {},
    report = reportSettings,
  }: { defaults?: Source; report?: (problems: readonly string[]) => void } = {},
): UpstreamEnv {
  const reading = readEnv({ ...defaults, ...process.env }, rails);
  if (!reading.ok) {
    report(reading.problems);
    process.exit(78);
  }
  const { env } = reading;
  return {
    ...env,
    ORDER_LINK_SECRETS: env.ORDER_LINK_SECRETS ?? [generatedSecret(env.DATA_DIR, "order-link-secret")],
    ACCOUNT_SECRETS: env.ACCOUNT_SECRETS ?? [generatedSecret(env.DATA_DIR, "account-secret")],
  };
}

/** The same of a service inside the website's process: links in emails lead to that website, at whatever port it is. */
export function embeddedEnv(rails: readonly KnownRail[]): UpstreamEnv {
  return processEnv(rails, { defaults: { PUBLIC_ORIGIN: `http://localhost:${process.env.PORT ?? 3000}` } });
}

/** Customers must get their codes and order links: a deployed exchange that sends no emails must say so. */
function missingMail(value: Source): string[] {
  const isDeployed = [value.PUBLIC_ORIGIN, value.DATABASE_URL].some(isElsewhere);
  if (!isDeployed || value.SMTP_URL !== undefined || value.MAIL_TO_FILES === "1") return [];
  return [
    "SMTP_URL: must be set when PUBLIC_ORIGIN or DATABASE_URL is not this machine; MAIL_TO_FILES=1 allows an exchange whose emails nobody receives",
  ];
}

/** Another machine, or reached from one. False for what is no URL, which is reported already. */
function isElsewhere(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  // A database's socket has no host.
  return !/^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})?$/.test(new URL(url).hostname);
}

/**
 * Whether other people can get to know this exchange, by its name or by its database. Names that end in `.test` lead
 * nowhere (RFC 6761).
 */
export function isPublic({
  PUBLIC_ORIGIN,
  DATABASE_URL,
}: Pick<UpstreamEnv, "PUBLIC_ORIGIN" | "DATABASE_URL">): boolean {
  const isTestName = new URL(PUBLIC_ORIGIN).hostname.endsWith(".test");
  return (!isTestName && isElsewhere(PUBLIC_ORIGIN)) || isElsewhere(DATABASE_URL);
}

/** Where the settings say that the database is. */
export function databaseLocationOf({ DATABASE_URL, DATA_DIR }: Pick<UpstreamEnv, "DATABASE_URL" | "DATA_DIR">): Where {
  return DATABASE_URL ? { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } : { dataDir: DATA_DIR };
}

/** Required for a public service: secrets that do not depend on one machine, and the addresses used in emails. */
function missingFrom(value: Source, rails: readonly KnownRail[]): string[] {
  const isDeployed = value.DATABASE_URL !== undefined || isElsewhere(value.PUBLIC_ORIGIN);
  const secrets = ["ORDER_LINK_SECRETS", "ACCOUNT_SECRETS"];
  const named = rails.filter(({ name }) => value.RAILS?.split(",").includes(name));
  const provider = value.BOT_CHECK ?? "altcha";
  const ofProvider = provider === "altcha" || provider === "off" ? [] : ["BOT_CHECK_SITE_KEY", "BOT_CHECK_SECRET"];
  const needed = [
    ...ofProvider.map((name) => [name, `BOT_CHECK is ${provider}`]),
    ...named.flatMap(({ name, settings }) => settings.required.map((setting) => [setting, `RAILS names ${name}`])),
    ...(isDeployed ? secrets.map((name) => [name, "DATABASE_URL is set or PUBLIC_ORIGIN is not this machine"]) : []),
    ...(value.SCREENING_URL ? ["SCREENING_TOKEN", "SCREENING_NAME"].map((name) => [name, "SCREENING_URL is set"]) : []),
    ...(value.SMTP_URL ? ["PUBLIC_ORIGIN", "MAIL_FROM", "SUPPORT_EMAIL"].map((name) => [name, "SMTP_URL is set"]) : []),
  ];
  return needed
    .filter(([name = ""]) => value[name] === undefined)
    .map(([name, reason]) => `${name}: must be set when ${reason}`);
}
