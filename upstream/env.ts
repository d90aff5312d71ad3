import { z } from "zod/v4";

const list = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));
const secret = z.string().min(32, { error: "must have at least 32 characters each" });
const onOff = z.enum(["0", "1"]).transform((text) => text === "1");
const origin = z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, {
  error: "must be an origin like https://exchange.example, without a path",
});

/** What the service reads from its environment. An unset setting has its default here; secrets have none. */
export const envSchema = z.object({
  NODE_ENV: z.string().default("production"),
  /** Of the stand-alone service; the website has its own. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3001),
  HOST: z.string().min(1).default("127.0.0.1"),
  /** Of the website: letters link to it. */
  PUBLIC_ORIGIN: origin.default("http://localhost:3000"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  API_CLIENT_IDS: list.default([]),
  API_CLIENT_SECRET: secret.optional(),
  /** Newest first: the first one makes order tokens, every one opens. */
  ORDER_LINK_SECRETS: list.pipe(z.array(secret)).optional(),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SUPPORT_EMAIL: z.email().default("support@kursa.example"),
  OPERATOR_EMAIL: z.email().optional(),
  BRAND_NAME: z.string().min(1).max(40).default("Kursa"),
  RAILS: z.string().default("sandbox"),
  SANDBOX_AUTOPAY: onOff.default(false),
  SANDBOX_PACE_MS: z.coerce.number().int().min(0).max(600_000).default(3000),
  SANDBOX_CLOCK: onOff.default(false),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug"]).default("info"),
});
export type UpstreamEnv = z.infer<typeof envSchema> & { ORDER_LINK_SECRETS: readonly string[] };
