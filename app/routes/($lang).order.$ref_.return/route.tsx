import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shownRef } from "../../../contract/order/order-number.ts";
import { findOrder, orderPath } from "../../components/order/find-order.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { checkGateway } from "./check-gateway.server.ts";
import { ReturnPage } from "./return-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  ...metaTags(page?.meta),
  // The order's page shows the same and updates itself.
  ...(page ? [{ httpEquiv: "refresh", content: `${page.secondsToWait};url=${page.orderPage}` }] : []),
];

/** The gateway redirects the browser here, whatever the result. */
export async function loader(args: LoaderFunctionArgs) {
  const { order, token } = await findOrder(args, args.params.ref);
  const orderPage = orderPath(args.request, order.ref);
  if (order.status !== "awaiting_payment" || order.payin.method !== "hosted_gateway") throw redirect(orderPage);
  const checked = await checkGateway(args, { ref: order.ref, token });
  if (checked.hasStatusChanged) throw redirect(orderPage);
  const t = translator(langOf(args.request));
  return {
    orderRef: order.ref,
    verified: checked.verified,
    gateway: order.payin.redirect_url,
    orderPage,
    secondsToWait: 10,
    meta: pageMeta(t("return:meta.title", { ref: shownRef(order.ref) }), t("return:meta.description")),
  };
}

export default function Return() {
  return <ReturnPage {...useLoaderData<typeof loader>()} />;
}
