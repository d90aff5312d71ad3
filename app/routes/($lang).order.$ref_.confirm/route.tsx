import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { payerLimit } from "../../../contract/order/payer-limit.ts";
import { rememberPlacedOrder } from "../../auth/cookies/orders-cookie.server.ts";
import { membershipOf, signInAgain } from "../../auth/member.server.ts";
import { botCheckReply } from "../../components/bot-check/bot-check-reply.server.ts";
import { findOrder, orderKey, orderPath } from "../../components/order/find-order.server.ts";
import { rulesOf } from "../../components/rules/rules.server.ts";
import { ErrorPage } from "../../components/shell/page/error-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { TryAgain } from "../../forms/try-again.tsx";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { confirmOrderForm } from "./confirm-form.server.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { ConfirmOrderPage } from "./confirm-page.tsx";
import { ownWallet } from "./own-wallet.server.ts";
import { payoutApproval } from "./payout-approval.server.ts";

export const handle = {
  i18n: ["confirm", "steps", "summary", "ask", "rules", "holds", "check", "forms"],
  hydrate: true,
  form: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { order, assets } = await findOrder(args, args.params.ref);
  if (order.status !== "draft") throw redirectDocument(orderPath(args.request, order.ref));
  const hasDestination = order.payout.to_wallet || order.payout.account;
  if (!order.email || !hasDestination) throw redirectDocument(orderPath(args.request, order.ref, "/details"));
  const t = translator(langOf(args.request));
  const rules = await rulesOf(args);
  const asksPerson = (await membershipOf(args)).status !== "member";
  return {
    order,
    assets,
    rules,
    asksPerson,
    wallet: await ownWallet(args, order),
    approval: await payoutApproval(args, order, assets),
    meta: pageMeta(t("confirm:meta.title"), t("confirm:meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const key = await orderKey(args, args.params.ref);
  const form = await parseForm(args.request, confirmOrderForm);
  if (!form.ok)
    return data({ reply: form.reply, order: null, wait: null, payerLimit: null, codeSent: false }, { status: 400 });

  const outcome = await confirmOrder(args, key, form.value);
  if (outcome.placed) {
    const headers = new Headers();
    if (key.token) headers.set("Set-Cookie", await rememberPlacedOrder(args, key.ref, key.token));
    return redirectDocument(orderPath(args.request, key.ref), { status: 303, headers });
  }
  const { order, problem, codeSent } = outcome;
  if (problem.code === "sign_in_again") throw await signInAgain(args);
  // The questions are asked with the other details.
  if (problem.code === "kyc_required") return redirectDocument(orderPath(args.request, key.ref, "/details"), 303);
  const wait = problem.retry_after_seconds ?? null;
  const isOfWallet = form.value.pay_with === "balance";
  const email = isAboutCheck(problem.code) && !isOfWallet ? ((await findOrder(args, key.ref)).order.email ?? "") : "";
  const refused = { action: "order", email, form: form.value, problem, reply: form.refused(problem) } as const;
  const { reply, ...init } = await botCheckReply(args, refused);
  const limit = problem.code === "payer_limit" ? (payerLimit.safeParse(problem.limit).data ?? null) : null;
  return data({ reply, order, wait, payerLimit: limit, codeSent }, init);
}

/** A code by email goes to the order's own address. */
const isAboutCheck = (code: string) => ["captcha_failed", "code_invalid", "code_expired"].includes(code);

export default function Confirm() {
  const page = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  // An expired quote returns with a new one, which the page shows.
  const order = actionData?.order ?? page.order;
  const retryAt = actionData?.wait ? after(order.server_time, actionData.wait) : null;
  return (
    <ConfirmOrderPage
      {...page}
      order={order}
      reply={actionData?.reply}
      retryAt={retryAt}
      payerLimit={actionData?.payerLimit ?? null}
      codeSent={actionData?.codeSent ?? false}
    />
  );
}

const after = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();

export function ErrorBoundary() {
  const reply = useActionData<typeof action>()?.reply;
  return reply ? <TryAgain reply={reply} /> : <ErrorPage />;
}
