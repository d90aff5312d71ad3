import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { hasOtherStep, pendingStep, storePending } from "../../auth/cookies/pending-cookie.server.ts";
import { formReply } from "../../forms/form-reply.server.ts";
import { type FormReply, waitOf } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import type { BotCheckForm } from "./bot-check-fields.server.ts";

type Refused = {
  action: BotCheckAction;
  /** The address that the refused call named. */
  email: string;
  form: BotCheckForm;
  problem: ApiProblem;
  /** `form.refused(problem)` */
  reply: FormReply;
};

/**
 * The reply to a form whose guarded call was refused. A form without a solved check, as a browser without scripts sends
 * it, gets a code by email: the reply then asks for it. Any other refusal stays as it is.
 */
export async function botCheckReply(
  args: RouteArgs,
  { action, email, form, problem, reply }: Refused,
): Promise<{ reply: FormReply; status: number; headers?: HeadersInit }> {
  const { status } = problem;
  const lang = langOf(args.request);
  if (problem.code === "code_invalid" && form.email_challenge_id) {
    const emailedCode = { id: form.email_challenge_id, email, digits: form.email_code_digits };
    return { reply: { ...reply, emailedCode }, status };
  }
  // Sent again without the code, which is on its way: nothing new is sent.
  const { email_challenge_id: challengeId } = form;
  const isUnanswered = problem.code === "captcha_failed" && challengeId && !form.captcha_token && !form.email_code;
  const sentBefore = isUnanswered ? await rememberedCode(args, action, email) : null;
  if (sentBefore !== null && sentBefore.id === challengeId) {
    const fields = { email_code: { code: "required" as const } };
    const asked = { ...reply, fields, problem: "validation_failed", emailedCode: sentBefore } as const;
    return { reply: formReply(lang, asked), status: 400 };
  }
  const hasNothing = problem.code === "captcha_failed" && !form.captcha_token && !form.email_code;
  if (!hasNothing && problem.code !== "code_expired") return { reply, status };
  const body = { action, email, locale: lang };
  const sent = await api(args, "botCheckEmailCode", { body });
  if (!sent.ok) {
    const remembered = form.email_challenge_id ? null : await rememberedCode(args, action, email);
    // The form was opened again: its code is on its way, so that nothing is wrong with it.
    if (remembered) return { reply: asking(lang, reply, remembered), status: 200 };
    // The code before still works, so its field stays.
    const before = form.email_challenge_id && { id: form.email_challenge_id, email, digits: form.email_code_digits };
    const codeBefore = before && { emailedCode: before };
    const refused = { ...reply, fields: {}, problem: sent.problem.code, ...waitOf(sent.problem), ...codeBefore };
    return { reply: formReply(lang, refused), status: sent.problem.status };
  }
  const { challenge_id: id, code_length: digits, expires_at: expiresAt } = sent.data.data;
  const emailedCode = { id, email, digits, isReplacement: problem.code === "code_expired" };
  const pending = { step: "bot-check", action, email, challengeId: id, codeLength: digits, expiresAt } as const;
  const isFree = !(await hasOtherStep(args, pending.step));
  const headers = isFree ? { headers: { "Set-Cookie": await storePending(args, pending) } } : {};
  return { reply: asking(lang, reply, emailedCode), status: 200, ...headers };
}

type EmailedCode = NonNullable<FormReply["emailedCode"]>;

/** Not an error: the form is fine but for its code. */
const asking = (lang: Lang, reply: FormReply, emailedCode: EmailedCode): FormReply =>
  formReply(lang, { ...reply, fields: {}, problem: "captcha_failed", emailedCode });

/** The code that was sent to this browser for the same form and address, while it is valid. */
async function rememberedCode(args: RouteArgs, action: BotCheckAction, email: string): Promise<EmailedCode | null> {
  const pending = await pendingStep(args, "bot-check");
  if (pending?.action !== action || pending.email !== email) return null;
  if (new Date(pending.expiresAt) <= args.context.receivedAt) return null;
  return { id: pending.challengeId, email, digits: pending.codeLength };
}
