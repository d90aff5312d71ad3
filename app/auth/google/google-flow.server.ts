import { randomBytes } from "node:crypto";
import { createSession, type SessionStorage } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import { z } from "zod/v4";
import { type Lang, languages } from "../../../contract/values/languages.ts";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import { publicOrigin } from "../../http/paths/public-origin.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { carriedPartner } from "../../partners/partner-cookie.server.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { env, isHttps } from "../../settings/env.server.ts";
import { googleAddresses } from "../../settings/google-addresses.ts";
import { GoogleFault, type GoogleReason } from "./google-reason.ts";
import { GoogleCodeFlow } from "./google-strategy.server.ts";

export const callbackPath = "/auth/google/callback";
/** Long enough to look up the password of a Google account. */
const maxAgeSeconds = cookieSeconds.google;

const startedSignIn = z.object({
  nonce: z.string(),
  verifier: z.string(),
  lang: z.enum(languages),
  next: z.string().nullable(),
  /** The partner's code that the visit carried. */
  partner: z.string().nullable().default(null),
  /** The key of the strategy. */
  "oauth2:state": z.string().optional(),
});
type StartedSignIn = z.infer<typeof startedSignIn>;

/** What must match when this browser returns from Google; the callback address has no language and no `next`. */
const cookie = sealedCookie({
  name: "google",
  schema: startedSignIn,
  maxAgeSeconds,
  secrets: sessionSecrets,
  secure: isHttps,
});

/** The redirect to Google; null when Google sign-in is not configured. */
export async function toGoogle(args: RouteArgs, next: string | null): Promise<Response | null> {
  const start = {
    nonce: random(),
    verifier: random(),
    lang: langOf(args.request),
    next,
    partner: carriedPartner(args.request),
  };
  const authenticator = authenticatorFor(args, start);
  if (!authenticator) return null;
  try {
    await authenticator.authenticate("google", args.request, { throwOnError: true });
    return null;
  } catch (way) {
    if (way instanceof Response) return way;
    throw way;
  }
}

type GoogleResult = { lang: Lang; next: string | null; partner: string | null } & (
  | { tokenId: string }
  | { reason: GoogleReason }
);

/** The result of a return from Google: an ID token for this sign-in, or a reason. */
export async function backFromGoogle(args: RouteArgs): Promise<GoogleResult> {
  const response = new URLSearchParams(args.context.googleAnswer ?? "");
  const flow = await cookie.read(args.request.headers.get("Cookie"), args.context.receivedAt);
  const { next = null, partner = null } = flow ?? {};
  const where = { lang: flow?.lang ?? langOf(args.request), next, partner };
  if (response.has("error"))
    return { ...where, reason: response.get("error") === "access_denied" ? "denied" : "refused" };
  const authenticator = flow && authenticatorFor(args, flow);
  if (!authenticator) return { ...where, reason: env.GOOGLE_CLIENT_ID ? "cut" : "off" };
  const whole = new Request(`${publicOrigin(args.request)}${callbackPath}?${response}`, {
    headers: args.request.headers,
  });
  try {
    return { ...where, tokenId: await authenticator.authenticate("google", whole, { throwOnError: true }) };
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    // The messages of remix-auth about a missing or different state or code.
    return { ...where, reason: error.cause instanceof GoogleFault ? error.cause.reason : "cut" };
  }
}

/** The Set-Cookie header after any response: the state is single-use. */
export function forgetGoogle(): string {
  return cookie.clear();
}

function authenticatorFor(args: RouteArgs, start: StartedSignIn): Authenticator<string> | null {
  const { GOOGLE_CLIENT_ID: clientID, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientID || !clientSecret) return null;
  const authenticator = new Authenticator<string>(storageOf(args, start));
  const client = {
    clientID,
    clientSecret,
    callbackURL: `${publicOrigin(args.request)}${callbackPath}`,
    authorizationURL: googleAddresses.authorization,
    tokenURL: googleAddresses.token,
  };
  return authenticator.use(new GoogleCodeFlow(client, start), "google");
}

/** The strategy stores its state beside our own values. */
function storageOf(args: RouteArgs, start: StartedSignIn): SessionStorage {
  return {
    getSession: async () => createSession(start),
    commitSession: (session) => cookie.write(startedSignIn.parse(session.data), args.context.receivedAt),
    destroySession: async () => cookie.clear(),
  };
}

function random(): string {
  return randomBytes(32).toString("base64url");
}
