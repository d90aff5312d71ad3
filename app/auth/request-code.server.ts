import type { z } from "zod/v4";
import type { BotCheckProof } from "../../contract/bot-check/bot-check.ts";
import type { challengeReply } from "../../contract/member/auth.ts";
import { api } from "../api/client.server.ts";
import type { ApiProblem } from "../api/endpoint-types.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { langOf } from "../i18n/lang.server.ts";
import { partnerTouch } from "../partners/partner-cookie.server.ts";
import { type PendingOf, storePending } from "./cookies/pending-cookie.server.ts";

/** The steps that wait for a code from an email. */
export type CodeStep = "sign-up" | "reset" | "email-change";

type CodeRequest = { ok: true; cookie: string } | { ok: false; problem: ApiProblem };

/**
 * Requests a code for a new account or password. The response and the next page are the same for every address; the
 * cookie binds the code to this browser.
 */
export async function requestCode(
  args: RouteArgs,
  step: "sign-up" | "reset",
  email: string,
  next: string | null,
  proof: BotCheckProof = {},
): Promise<CodeRequest> {
  const body = { email, locale: langOf(args.request), captcha_token: proof.captcha_token };
  const response =
    step === "sign-up"
      ? await api(args, "registerRequestCode", { body: { ...body, ...(await partnerTouch(args)) } })
      : await api(args, "passwordResetCode", { body });
  return response.ok ? pendingCode(args, { step, email, next }, response.data.data) : response;
}

/** The code for a new password of a frozen account: to its own address, which the service knows. */
export async function requestFreezeCode(args: RouteArgs, key: string | null): Promise<CodeRequest> {
  const response = await api(args, "memberFreezeCode", { body: { key } });
  if (!response.ok) return response;
  const { email, ...challenge } = response.data.data;
  return pendingCode(args, { step: "reset", email, next: null }, challenge);
}

/** Requests a code for the member's new address; an earlier code serves as proof. */
export async function requestEmailChange(
  args: RouteArgs,
  body:
    | { email: string; password: string; two_factor_code?: string | undefined }
    | { email: string; challenge_id: string },
): Promise<CodeRequest> {
  const response = await api(args, "emailChangeRequest", { body });
  const step = { step: "email-change", email: body.email, next: null } as const;
  return response.ok ? pendingCode(args, step, response.data.data) : response;
}

/** Requests another code of the same kind for the same address. */
export function requestAgain(args: RouteArgs, pending: PendingOf<CodeStep>): Promise<CodeRequest> {
  const { email, challengeId: challenge_id } = pending;
  if (pending.step === "email-change") return requestEmailChange(args, { email, challenge_id });
  return requestCode(args, pending.step, email, pending.next);
}

async function pendingCode(
  args: RouteArgs,
  about: { step: CodeStep; email: string; next: string | null },
  { challenge_id: challengeId, code_length: codeLength, expires_at, resend_at }: Challenge,
): Promise<CodeRequest> {
  const times = { expiresAt: expires_at, resendAt: resend_at };
  return { ok: true, cookie: await storePending(args, { ...about, challengeId, codeLength, ...times }) };
}

type Challenge = z.output<typeof challengeReply>["data"];
