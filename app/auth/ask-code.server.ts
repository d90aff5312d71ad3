import { api } from "../api/client.server.ts";
import type { ApiProblem } from "../api/endpoint-types.ts";
import { langOf } from "../i18n/lang.server.ts";
import { begin } from "./pending-cookie.server.ts";

type Asked = { ok: true; cookie: string } | { ok: false; problem: ApiProblem };

/**
 * Has a code mailed, for a new account or a new password. The answer is the same for every address, and so is the page
 * that follows; the cookie binds the code to this browser.
 */
export async function askCode(
  request: Request,
  step: "sign-up" | "reset",
  email: string,
  next: string | null,
): Promise<Asked> {
  const body = { email, locale: langOf(request) };
  const answer = await api(request, step === "sign-up" ? "registerRequestCode" : "passwordResetCode", { body });
  if (!answer.ok) return answer;
  const { challenge_id: challengeId, code_length: codeLength, expires_at, resend_at } = answer.data.data;
  const times = { expiresAt: expires_at, resendAt: resend_at };
  return { ok: true, cookie: await begin(request, { step, challengeId, codeLength, email, next, ...times }) };
}
