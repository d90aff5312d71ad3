import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { Order as OrderOfService } from "../../../contract/order/order.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { api } from "../../api/client.server.ts";
import { signInAgain } from "../../auth/member.server.ts";
import { findOrder, orderKey, orderPath } from "../../components/order/find-order.server.ts";
import { qrOf } from "../../components/qr/qr.server.ts";
import { ErrorPage } from "../../components/shell/page/error-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { isAccount } from "../../components/summary/assets.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { TryAgain } from "../../forms/try-again.tsx";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { siteOf } from "../../site/site.server.ts";
import { hasTypedForm } from "./choices.ts";
import { runAction } from "./order-action.server.ts";
import { orderForm } from "./order-form.server.ts";
import { OrderPage } from "./order-page.tsx";
import { stateTexts } from "./texts/state-texts.server.ts";

export const handle = {
  i18n: ["order", "summary", "ask", "forms", "address"],
  hydrate: true,
  form: hasTypedForm,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { order, assets, token } = await findOrder(args, args.params.ref);
  if (order.status === "draft")
    throw redirectDocument(orderPath(args.request, order.ref, order.email ? "/confirm" : "/details"));
  const site = siteOf(args);
  const t = translator(site.lang);
  const { uri, address } = order.payin;
  // Wallets can scan a QR code; an account page cannot.
  const code = isAccount(assets[order.from.asset]) ? null : (uri ?? address);
  return {
    order,
    assets,
    stateTexts: stateTexts(order, assets, site),
    hasKey: token !== undefined,
    asksReview: await mayReview(args, order, token),
    qr: code && order.due ? qrOf(code) : null,
    meta: pageMeta(t("order:meta.title", { ref: shownRef(order.ref) }), t("order:meta.description")),
  };
}

/** After a payout or a refund, until a review was written. */
async function mayReview(args: LoaderFunctionArgs, { ref, status }: OrderOfService, orderToken: string | undefined) {
  if (status !== "completed" && status !== "refunded") return false;
  const reviewAnswer = await api(args, "reviewsOwn", { query: { ref }, orderToken });
  return reviewAnswer.ok && reviewAnswer.data.data.state === "open";
}

export async function action(args: ActionFunctionArgs) {
  const key = await orderKey(args, args.params.ref);
  const form = await parseForm(args.request, orderForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });

  const result = await runAction(args, key, form.value);
  if (result.did === "refused") {
    if (result.problem.code === "sign_in_again") throw await signInAgain(args);
    return data({ reply: form.refused(result.problem) }, { status: result.problem.status });
  }
  // After an action that changed the order the page redirects to itself, so that a reload repeats nothing.
  return result.did === "moved" ? redirect(orderPath(args.request, key.ref), 303) : { linkResult: result };
}

/** Requesting the link changes nothing, so nothing is revalidated while the visitor types. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, defaultShouldRevalidate }) =>
  formData?.get("intent") === "show_link" ? false : defaultShouldRevalidate;

export default function Order() {
  return <OrderPage {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}

/** When the service stops answering between action and page, the input is kept for a retry. */
export function ErrorBoundary() {
  const actionData = useActionData<typeof action>();
  return actionData && "reply" in actionData ? <TryAgain reply={actionData.reply} /> : <ErrorPage />;
}
