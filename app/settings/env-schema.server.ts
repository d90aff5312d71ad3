import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { z } from "zod/v4";
import { botCheckProviders } from "../../contract/bot-check/actions.ts";
import type { Company } from "../../contract/company/company.ts";
import { readCompany } from "../../contract/company/read-company.ts";
import { readSettings } from "../../contract/values/settings-source.ts";
import { chatOf } from "./chats.ts";
import { statisticsOf } from "./statistics.ts";

const list = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));

const origin = z.url({ protocol: /^https?$/ }).refine((url) => URL.canParse(url) && new URL(url).origin === url, {
  error: "must be an origin like https://exchange.example, without a path",
});

const secret = z.string().min(32, { error: "must have at least 32 characters each" });

/** A list of entries that `read` understands. */
function entries<Entry>(read: (entry: string) => Entry | undefined, error: string) {
  return list.transform((names, context) => {
    const parsedEntries = names.map(read);
    if (parsedEntries.includes(undefined)) context.addIssue({ code: "custom", message: error });
    return parsedEntries.filter((entry) => entry !== undefined);
  });
}

const chat = entries(chatOf, "must be like tawk:<property>/<widget>, jivo:<id>, zendesk:<key> or script:https://...")
  .transform(([first]) => first)
  .optional();

const network = z.string().refine(isNetwork, { error: "must be addresses or networks like 10.0.0.0/8" });

/** Settings of the site from the environment. Optional ones have their default here; secrets have none. */
export const envSchema = z.object({
  NODE_ENV: z.string().default("production"),
  /** Off only in tests and benchmarks. */
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  /** What a page may take with all its calls: it answers within three seconds even when the service hangs, and rendering needs the rest. */
  PAGE_TIMEOUT_MS: z.coerce.number().int().min(500).max(60_000).default(2500),
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
  PUBLIC_ORIGIN: origin.optional(),
  /** Whether all hosts below that of PUBLIC_ORIGIN have https as well, so that browsers may insist on it. */
  HSTS_SUBDOMAINS: z.enum(["on", "off"]).default("off"),
  DATA_DIR: z.string().default("./data"),
  API_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_CLIENT_ID: z.string().min(1).max(200).default("website"),
  API_CLIENT_SECRET: secret.optional(),
  SESSION_SECRETS: list.pipe(z.array(secret)).optional(),
  TRUSTED_PROXIES: list.pipe(z.array(network)).default([]),
  BRAND_NAME: z.string().min(1).max(40).default("Kursa"),
  SUPPORT_EMAIL: z.email().default("support@kursa.example"),
  RAILS: list.default(["sandbox"]),
  REAL_RAILS_ON: z.enum(["test-networks"]).optional(),
  /** The same for site and service: off, the menu has no wallets and their pages are not found. */
  WALLETS: z.enum(["on", "off"]).default("on"),
  /** Whether the partner programme is offered. */
  AFFILIATES: z.enum(["on", "off"]).default("on"),
  /** JSON file that says who runs the exchange: contract/company/company.ts. */
  COMPANY_FILE: z.string().optional(),
  /** Who counts visits besides us, with the visitor's consent only: app/settings/statistics.ts. */
  STATISTICS: entries(
    statisticsOf,
    "must be like ga4:G-ABC123, gtm:GTM-ABC123, plausible:https://stats.example or matomo:https://stats.example#1",
  ).default([]),
  /** Further hosts that the tags of a tag manager load from. */
  STATISTICS_HOSTS: list.pipe(z.array(z.string().regex(/^https:\/\/(\*\.)?[\w.-]+$/))).default([]),
  /** Chats of other companies, contacted by a press only: app/settings/chats.ts. */
  LIVE_CHAT: chat,
  SUPPORT_WIDGET: chat,
  /** Google sign-in: both or neither. */
  GOOGLE_CLIENT_ID: z.string().min(8).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(8).optional(),
  /** The same for site and service; `altcha` needs neither key nor script. */
  BOT_CHECK: z.enum(botCheckProviders).default("altcha"),
  BOT_CHECK_SITE_KEY: z.string().min(8).optional(),
});
type Env = z.infer<typeof envSchema> & { COMPANY: Company };

/** Settings a deployed site must have; a developer's machine generates or defaults them. */
const deployedNeeds = ["SESSION_SECRETS", "SUPPORT_EMAIL"] as const;

/** With only one of them the button would not work. */
const googleNeeds = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] as const;

type Reading = { ok: true; env: Env } | { ok: false; problems: string[] };

/** Reports all invalid settings at once. Empty counts as unset: compose files pass empty values. */
export function readEnv(source: Record<string, string | undefined>): Reading {
  const { values, problems: quoted } = readSettings(source, Object.keys(envSchema.shape));
  if (quoted.length > 0) return { ok: false, problems: quoted };
  const parsed = envSchema.safeParse(values);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (isDeployed(values.PUBLIC_ORIGIN)) {
    const missing = deployedNeeds.filter((name) => values[name] === undefined);
    problems.push(...missing.map((name) => `${name}: must be set when PUBLIC_ORIGIN is not this machine`));
  }
  problems.push(...proxyProblems(values));
  const [withGoogle] = googleNeeds.filter((name) => values[name] !== undefined);
  if (withGoogle) {
    const missing = googleNeeds.filter((name) => values[name] === undefined);
    problems.push(...missing.map((name) => `${name}: must be set when ${withGoogle} is`));
  }
  const provider = values.BOT_CHECK ?? "altcha";
  if (provider !== "altcha" && provider !== "off" && values.BOT_CHECK_SITE_KEY === undefined) {
    problems.push(`BOT_CHECK_SITE_KEY: must be set when BOT_CHECK is ${provider}`);
  }
  const { company, problems: ofCompany } = readCompany(values, (path) => readFileSync(path, "utf8"));
  problems.push(...ofCompany);
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, env: { ...parsed.data, COMPANY: company } };
}

/** Settings of proxies that cannot work together: visitors would get wrong addresses, or the site a stranger's name. */
function proxyProblems(values: Record<string, string | undefined>): string[] {
  const { PUBLIC_ORIGIN, TRUSTED_PROXIES, API_BASE_URL, API_CLIENT_SECRET } = values;
  const problems: string[] = [];
  if (TRUSTED_PROXIES && !PUBLIC_ORIGIN) {
    problems.push("PUBLIC_ORIGIN: must be set when TRUSTED_PROXIES is, since a proxy's host name is not believed");
  }
  if (PUBLIC_ORIGIN?.startsWith("https://") && !TRUSTED_PROXIES) {
    problems.push("TRUSTED_PROXIES: must be set when PUBLIC_ORIGIN is https, since only a proxy can serve that");
  }
  if (API_BASE_URL && isDeployed(PUBLIC_ORIGIN) && !API_CLIENT_SECRET) {
    problems.push("API_CLIENT_SECRET: must be set when API_BASE_URL is and PUBLIC_ORIGIN is not this machine");
  }
  return problems;
}

/** A public origin that other machines can reach. */
function isDeployed(publicOrigin: string | undefined): boolean {
  if (!publicOrigin || !URL.canParse(publicOrigin)) return false;
  return !isLoopbackName(new URL(publicOrigin).hostname);
}

export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
