import { data, redirectDocument } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { clearPending, storePending } from "../../auth/cookies/pending-cookie.server.ts";
import { redirectDone } from "../../components/account/account-page.server.ts";
import { rotatedSession } from "../../cookies/session-cookie.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { beginForm, disableForm, enableForm } from "./forms.server.ts";

const path = "/dashboard/account/two-factor";

type TwoFactorReply = { reply: FormReply | undefined; recoveryCodes: string[] | undefined };

/** The secret is stored in an encrypted cookie, so that a wrong code or a reload keeps it. */
export async function beginEnrolment(args: RouteArgs) {
  const form = await parseForm(args.request, beginForm);
  if (!form.ok) return refused(form.reply, 400);
  const setupAnswer = await api(args, "twoFactorGenerate", { body: form.value });
  if (!setupAnswer.ok) return refused(form.refused(setupAnswer.problem), setupAnswer.problem.status);
  const { secret, otpauth_uri: uri, expires_at: expiresAt } = setupAnswer.data.data;
  const headers = { "Set-Cookie": await storePending(args, { step: "enrol", secret, uri, expiresAt }) };
  throw redirectDocument(href(langOf(args.request), path), { status: 303, headers });
}

/** The recovery codes are only in this response. */
export async function enable(args: RouteArgs) {
  const form = await parseForm(args.request, enableForm);
  if (!form.ok) return refused(form.reply, 400);
  const enabled = await api(args, "twoFactorEnable", { body: form.value });
  if (!enabled.ok) return refused(form.refused(enabled.problem), enabled.problem.status);
  const headers = new Headers(await rotatedSession(args, enabled.data.data));
  headers.append("Set-Cookie", clearPending());
  const actionData: TwoFactorReply = { reply: undefined, recoveryCodes: enabled.data.data.recovery_codes };
  return data(actionData, { headers });
}

export async function disable(args: RouteArgs) {
  const form = await parseForm(args.request, disableForm);
  if (!form.ok) return refused(form.reply, 400);
  const disabled = await api(args, "twoFactorDisable", { body: form.value });
  if (!disabled.ok) return refused(form.refused(disabled.problem), disabled.problem.status);
  throw redirectDone(args.request, path, "off", await rotatedSession(args, disabled.data.data));
}

/** Discards an unused secret. */
export function startOver(request: Request): Response {
  return redirectDocument(href(langOf(request), path), { status: 303, headers: { "Set-Cookie": clearPending() } });
}

function refused(reply: FormReply, status: number) {
  const actionData: TwoFactorReply = { reply, recoveryCodes: undefined };
  return data(actionData, { status });
}
