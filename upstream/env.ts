import { z } from "zod/v4";
import { ownSecret } from "./own-secret.ts";

const list = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));
const secret = z.string().min(32, { error: "must have at least 32 characters each" });
const onOff = z.enum(["0", "1"]).transform((text) => text === "1");
const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, {
  error: "must be `whsec_` and the base64 of 24 to 64 bytes each, at most two",
});
const origin = z.url({ protocol: /^https?$/ }).refine((url) => URL.canParse(url) && new URL(url).origin === url, {
  error: "must be an origin like https://exchange.example, without a path",
});

/** What the service reads from its environment. An unset setting has its default here; secrets have none. */
export const envSchema = z.object({
  /** Of the stand-alone service; the website has its own. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3001),
  HOST: z.string().min(1).default("127.0.0.1"),
  /** Of the website: letters link to it. */
  PUBLIC_ORIGIN: origin.default("http://localhost:3000"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  API_CLIENT_IDS: list.default([]),
  API_CLIENT_SECRET: secret.optional(),
  /** Newest first: the first one makes order tokens, every one opens. */
  ORDER_LINK_SECRETS: list.pipe(z.array(secret)).optional(),
  /** Newest first: the first makes mailed codes and seals authenticators, every one reads them. */
  ACCOUNT_SECRETS: list.pipe(z.array(secret)).optional(),
  /** Our id at Google; without it nobody signs in with Google. The rest is Google's own unless a test plays it. */
  GOOGLE_CLIENT_ID: z.string().min(8).optional(),
  GOOGLE_ISSUERS: list.default(["https://accounts.google.com", "accounts.google.com"]),
  GOOGLE_JWKS_URL: z.url({ protocol: /^https?$/ }).default("https://www.googleapis.com/oauth2/v3/certs"),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default("Kursa <no-reply@kursa.example>"),
  SUPPORT_EMAIL: z.email().default("support@kursa.example"),
  OPERATOR_EMAIL: z.email().optional(),
  BRAND_NAME: z.string().min(1).max(40).default("Kursa"),
  RAILS: z
    .string()
    .regex(/^(sandbox|sandbox,nebulox|nebulox,sandbox)$/, {
      error: "names the rails; this version knows sandbox, and nebulox beside it",
    })
    .default("sandbox"),
  /** The hosted gateway, where RAILS names it. */
  NEBULOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  NEBULOX_KEY: z.string().min(8).optional(),
  /** Every one opens; the sandbox signs with the first. */
  NEBULOX_WEBHOOK_SECRETS: list.pipe(z.array(webhookSecret).max(2)).optional(),
  SANDBOX_AUTOPAY: onOff.default(false),
  SANDBOX_PACE_MS: z.coerce.number().int().min(0).max(600_000).default(3000),
  SANDBOX_CLOCK: onOff.default(false),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug"]).default("info"),
});
/** With the secret in place, made or named. */
export type UpstreamEnv = Omit<z.infer<typeof envSchema>, "ORDER_LINK_SECRETS" | "ACCOUNT_SECRETS"> & {
  ORDER_LINK_SECRETS: readonly string[];
  ACCOUNT_SECRETS: readonly string[];
};

type Reading = { ok: true; env: z.infer<typeof envSchema> } | { ok: false; problems: string[] };

/** All wrong settings at once. An empty setting counts as unset: compose files pass those. */
export function readEnv(source: Record<string, string | undefined>): Reading {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = envSchema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  problems.push(...missingFrom(given));
  return parsed.success && problems.length === 0 ? { ok: true, env: parsed.data } : { ok: false, problems };
}

/**
 * The settings of this process. Wrong ones are reported and the process ends with 78 (EX_CONFIG of sysexits.h), so
 * that a supervisor can tell it from a crash. A machine of one's own makes its secret once and keeps it.
 */
export function processEnv(): UpstreamEnv {
  const reading = readEnv(process.env);
  if (!reading.ok) {
    process.stderr.write(`The settings are wrong:\n${reading.problems.map((line) => `  ${line}\n`).join("")}`);
    process.exit(78);
  }
  const { env } = reading;
  return {
    ...env,
    ORDER_LINK_SECRETS: env.ORDER_LINK_SECRETS ?? [ownSecret(env.DATA_DIR, "order-link-secret")],
    ACCOUNT_SECRETS: env.ACCOUNT_SECRETS ?? [ownSecret(env.DATA_DIR, "account-secret")],
  };
}

/** What a service that others rely on must name itself: secrets that outlive a machine, addresses that letters carry. */
function missingFrom(given: Record<string, string | undefined>): string[] {
  const isDeployed = given.DATABASE_URL !== undefined || given.PUBLIC_ORIGIN?.startsWith("https://") === true;
  const secrets = ["ORDER_LINK_SECRETS", "ACCOUNT_SECRETS"];
  const gateway = ["NEBULOX_URL", "NEBULOX_KEY", "NEBULOX_WEBHOOK_SECRETS"];
  const needed = [
    ...(given.RAILS?.includes("nebulox") ? gateway.map((name) => [name, "RAILS names nebulox"]) : []),
    ...(isDeployed ? secrets.map((name) => [name, "DATABASE_URL or an https PUBLIC_ORIGIN is set"]) : []),
    ...(given.SMTP_URL ? ["PUBLIC_ORIGIN", "MAIL_FROM", "SUPPORT_EMAIL"].map((name) => [name, "SMTP_URL is set"]) : []),
  ];
  return needed
    .filter(([name = ""]) => given[name] === undefined)
    .map(([name, reason]) => `${name}: must be set when ${reason}`);
}
