import { data, redirectDocument } from "@remix-run/node";
import { z } from "zod/v4";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { signInAgain } from "../../auth/member.server.ts";
import { freezeOwnAccount } from "../../components/freeze/freeze-account.server.ts";
import { walletsFailed } from "../../components/wallets/wallets.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";

export type WithdrawalFormResult = { reply: FormReply; triesLeft: number | undefined };

const hiddenText = z.string({ error: "invalid" }).max(500, { error: "too_long" });
const confirmForm = z.object({
  amount: hiddenText,
  account: hiddenText,
  code: z.string({ error: "required" }).max(64, { error: "too_long" }),
});
const plainForm = z.object({});

/** `amount` and `account` come from the page: what the member has read is what is confirmed. */
export async function confirmWithdrawal(args: RouteArgs, id: string) {
  const form = await parseForm(args.request.clone(), confirmForm);
  if (!form.ok) return refused(form.reply, 400);
  const confirmed = await api(args, "withdrawalsConfirm", { body: { id, ...form.value } });
  if (confirmed.ok) throw seeOther(args, `/dashboard/withdrawals/${id}`);
  return stopped(args, id, confirmed.problem, form.refused(confirmed.problem));
}

export async function sendAnotherCode(args: RouteArgs, id: string) {
  const form = await parseForm(args.request.clone(), plainForm);
  if (!form.ok) return refused(form.reply, 400);
  const sent = await api(args, "withdrawalsCode", { body: { id } });
  if (sent.ok) throw seeOther(args, `/dashboard/withdrawals/${id}`);
  return stopped(args, id, sent.problem, form.refused(sent.problem));
}

/** Cancels the withdrawal and redirects to `next`; one that can no longer be cancelled is shown in its present status. */
export async function cancelWithdrawal(args: RouteArgs, id: string, next: string) {
  const form = await parseForm(args.request.clone(), plainForm);
  if (!form.ok) return refused(form.reply, 400);
  const cancelled = await api(args, "withdrawalsCancel", { body: { id } });
  if (cancelled.ok) throw seeOther(args, next);
  return stopped(args, id, cancelled.problem, form.refused(cancelled.problem));
}

/** "This was not me": the freeze behind every door, not this withdrawal alone. */
export async function freezeForWithdrawal(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), plainForm);
  if (!form.ok) return refused(form.reply, 400);
  const problem = await freezeOwnAccount(args);
  return refused(form.refused(problem), problem.status);
}

async function stopped(args: RouteArgs, id: string, problem: ApiProblem, reply: FormReply) {
  if (problem.code === "sign_in_again") throw await signInAgain(args);
  if (problem.code === "not_found" || problem.code === "not_available") throw walletsFailed(args.request, problem);
  if (problem.code === "invalid_transition") throw seeOther(args, `/dashboard/withdrawals/${id}`);
  return refused(reply, problem.status, problem.attempts_left);
}

/** A redirect, so that a reload repeats nothing. */
const seeOther = ({ request }: RouteArgs, path: string) => redirectDocument(href(langOf(request), path), 303);

function refused(reply: FormReply, status: number, triesLeft?: number) {
  const actionData: WithdrawalFormResult = { reply, triesLeft };
  return data(actionData, { status });
}
