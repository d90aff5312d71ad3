import { z } from "zod/v4";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { isHttps } from "../../settings/env.server.ts";

/** A code is valid for ten minutes; the extra time lets a code entered in the last second find its form. */
const maxAgeSeconds = cookieSeconds.pending;

const requestedCode = z.object({
  challengeId: z.string(),
  email: z.string(),
  codeLength: z.int(),
  expiresAt: z.iso.datetime(),
  resendAt: z.iso.datetime(),
  next: z.string().nullable(),
});

/**
 * State between two pages: a sent code, an accepted password, a Google account to link, a second factor being set up, a code
 * sent instead of a bot check.
 */
const pending = z.discriminatedUnion("step", [
  requestedCode.extend({ step: z.literal("sign-up") }),
  requestedCode.extend({ step: z.literal("reset") }),
  requestedCode.extend({ step: z.literal("email-change") }),
  z.object({
    step: z.literal("two-factor"),
    token: z.string(),
    methods: z.array(z.string()),
    remember: z.boolean().default(false),
    next: z.string().nullable(),
  }),
  z.object({
    step: z.literal("bot-check"),
    action: z.string(),
    email: z.string(),
    challengeId: z.string(),
    codeLength: z.int(),
    expiresAt: z.iso.datetime(),
  }),
  z.object({ step: z.literal("link-google"), tokenId: z.string(), next: z.string().nullable() }),
  z.object({ step: z.literal("enrol"), secret: z.string(), uri: z.string(), expiresAt: z.iso.datetime() }),
]);
type Pending = z.infer<typeof pending>;
export type PendingStep = Pending["step"];
export type PendingOf<Step extends PendingStep> = Extract<Pending, { step: Step }>;

/**
 * Encrypted like the session: scripts can neither read nor change it, so a code works only in the browser that
 * requested it. See docs/decisions/135.
 */
const cookie = sealedCookie({
  name: "pending",
  schema: pending,
  maxAgeSeconds,
  secrets: sessionSecrets,
  secure: isHttps,
});

/** The unfinished step of this browser, if it is the given one. */
export async function pendingStep<Step extends PendingStep>(
  args: RouteArgs,
  step: Step,
): Promise<PendingOf<Step> | null> {
  const value = await cookie.read(args.request.headers.get("Cookie"), args.context.receivedAt);
  return isStep(value, step) ? value : null;
}

/** Whether the browser is in another step, which must not be lost. */
export async function hasOtherStep(args: RouteArgs, step: PendingStep): Promise<boolean> {
  const value = await cookie.read(args.request.headers.get("Cookie"), args.context.receivedAt);
  return value !== null && value.step !== step;
}

export function storePending(args: RouteArgs, value: Pending): Promise<string> {
  return cookie.write(value, args.context.receivedAt);
}

export function clearPending(): string {
  return cookie.clear();
}

function isStep<Step extends PendingStep>(value: Pending | null, step: Step): value is PendingOf<Step> {
  return value?.step === step;
}
