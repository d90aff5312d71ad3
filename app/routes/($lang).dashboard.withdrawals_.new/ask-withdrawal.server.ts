import { createHash } from "node:crypto";
import { data, redirectDocument } from "@remix-run/node";
import { type WithdrawalLimit, withdrawalLimit } from "../../../contract/balance/withdrawals.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { signInAgain } from "../../auth/member.server.ts";
import { walletAssets } from "../../components/wallets/wallets.server.ts";
import { formReply } from "../../forms/form-reply.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FieldProblem, FormReply } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import type { NewWithdrawalResult, WithdrawalQuote } from "./new-withdrawal-result.ts";
import { amountOf, withdrawalForm } from "./withdrawal-form.server.ts";

/**
 * Requests the withdrawal and redirects to its page; idempotent for the same form. `isQuiet`: only a quote, nothing is
 * requested.
 */
export async function askWithdrawal(args: RouteArgs, isQuiet: boolean) {
  const form = await parseForm(args.request.clone(), withdrawalForm);
  if (!form.ok) return refused(form.reply, { status: 400, isQuiet });
  const { source, asset, account, memo, after } = form.value;
  const values = { source, asset, amount: form.value.amount, account, memo: memo ?? "" };
  const { decimals = 0, symbol } = (await walletAssets(args))[asset] ?? {};
  const lang = langOf(args.request);
  const amount = amountOf(form.value.amount, lang, decimals, symbol);
  if (typeof amount !== "string") return refused(wrongAmount(lang, values, amount), { status: 400, isQuiet });

  const body = { source, asset, amount, account, memo: memo ?? null };
  if (isQuiet) {
    const quoted = await api(args, "withdrawalQuote", { body });
    if (quoted.ok) return respond({ values, quote: quoted.data.data });
    return stopped(args, quoted.problem, form.refused(quoted.problem), isQuiet);
  }
  const withdrawalAnswer = await api(args, "withdrawalsCreate", {
    body,
    idempotencyKey: keyOf([after, source, asset, amount, account, memo]),
  });
  if (!withdrawalAnswer.ok)
    return stopped(args, withdrawalAnswer.problem, form.refused(withdrawalAnswer.problem), isQuiet);
  throw redirectDocument(href(langOf(args.request), `/dashboard/withdrawals/${withdrawalAnswer.data.data.id}`), 303);
}

/** The answer to a form whose fields were filled in for the member. */
export function filledIn(values: Record<string, string>) {
  return respond({ values });
}

async function stopped(args: RouteArgs, problem: ApiProblem, reply: FormReply, isQuiet: boolean) {
  if (problem.code === "sign_in_again") throw await signInAgain(args);
  const limit = withdrawalLimit.safeParse(problem.limit).data ?? null;
  return refused(reply, { status: problem.status, isQuiet, limit });
}

const wrongAmount = (lang: Lang, values: Record<string, string>, amount: FieldProblem): FormReply =>
  formReply(lang, { values, fields: { amount }, problem: "validation_failed" });

type Refusal = { status: number; isQuiet: boolean; limit?: WithdrawalLimit | null };

function refused(reply: FormReply, { status, isQuiet, limit = null }: Refusal) {
  const refusal: NewWithdrawalResult = { values: reply.values, reply, quote: null, limit, isQuiet };
  return data(refusal, { status });
}

function respond({ values, quote = null }: { values: Record<string, string>; quote?: WithdrawalQuote | null }) {
  const actionData: NewWithdrawalResult = { values, reply: undefined, quote, limit: null, isQuiet: true };
  return data(actionData, { status: 200 });
}

/** After another withdrawal the same form is a new request. */
function keyOf(parts: readonly (string | undefined)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
