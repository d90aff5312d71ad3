import { createSession, type SessionStorage } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod/v4";
import { api } from "../api/client.server.ts";
import type { ApiProblem } from "../api/endpoint-types.ts";
import { sealedCookie } from "../cookies/sealed-cookie.server.ts";
import { sessionSecrets } from "../cookies/session-secrets.server.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { cookieSeconds } from "../settings/cookie-lifetimes.ts";
import { isHttps } from "../settings/env.server.ts";

/** The credentials the service issues after a successful sign-in. */
export type SignedIn = { bearer: string; endsAt: string };
type SecondFactor = { token: string; methods: string[] };

export type SignInOutcome =
  | ({ status: "signed-in" } & SignedIn)
  | ({ status: "second-factor" } & SecondFactor)
  | { status: "refused"; problem: ApiProblem };

/** Thrown by a strategy when sign-in is not complete: remix-auth reports sentences, the pages need codes. */
class NotSignedIn extends Error {
  constructor(readonly outcome: Exclude<SignInOutcome, { status: "signed-in" }>) {
    super(outcome.status);
  }
}

/** Signs in with the `email`, `password` and `remember` of a posted form whose body has not been read yet. */
export async function signInWithPassword(args: RouteArgs): Promise<SignInOutcome> {
  try {
    const signedIn = await authenticatorFor(args).authenticate("password", args.request, { throwOnError: true });
    return { status: "signed-in", ...signedIn };
  } catch (error) {
    if (error instanceof AuthorizationError && error.cause instanceof NotSignedIn) return error.cause.outcome;
    throw error;
  }
}

/** One per request: the strategies and their cookie depend on its language, address and time. */
function authenticatorFor(args: RouteArgs): Authenticator<SignedIn> {
  const authenticator = new Authenticator<SignedIn>(sealedStorage(args));
  authenticator.use(new FormStrategy(({ form }) => askService(args, form)), "password");
  return authenticator;
}

async function askService(args: RouteArgs, form: FormData): Promise<SignedIn> {
  const typed = (name: string) => String(form.get(name) ?? "");
  const body = { email: typed("email"), password: typed("password"), remember: form.has("remember") };
  const response = await api(args, "signin", { body });
  if (!response.ok) throw new NotSignedIn({ status: "refused", problem: response.problem });
  const { data } = response.data;
  if (!data["2fa"]) return { bearer: data.access_token, endsAt: data.expires_at };
  throw new NotSignedIn({ status: "second-factor", token: data.two_factor_token, methods: data.methods });
}

const storage = sealedCookie({
  name: "authenticator",
  schema: z.record(z.string(), z.unknown()),
  maxAgeSeconds: cookieSeconds.authenticator,
  secrets: sessionSecrets,
  secure: isHttps,
});

/** The session storage of remix-auth, encrypted: Remix's own cookies are signed but readable. */
function sealedStorage(args: RouteArgs): SessionStorage {
  const now = args.context.receivedAt;
  return {
    getSession: async (header) => createSession((await storage.read(header ?? null, now)) ?? {}),
    commitSession: (session) => storage.write(session.data, now),
    destroySession: async () => storage.clear(),
  };
}
