import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import { plainDecimal } from "../../../contract/values/decimal.ts";
import { rememberOrder } from "../../auth/cookies/orders-cookie.server.ts";
import { findOrder, orderPath } from "../../components/order/find-order.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { repeatOrder } from "./repeat-order.server.ts";

/** A reload leads to the original order. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  const { order } = await findOrder(args, args.params.ref);
  throw redirect(orderPath(args.request, order.ref), 303);
}

/** A new draft with the earlier details and, if the form has one, another amount; or the amount step with the reason why not. */
export async function action(args: ActionFunctionArgs): Promise<never> {
  const { order } = await findOrder(args, args.params.ref);
  const amount = (await args.request.formData()).get("amount");
  const isAmount = typeof amount === "string" && plainDecimal.test(amount);
  const outcome = await repeatOrder(args, order, isAmount ? amount : null);
  if (!outcome.opened) throw redirectDocument(href(langOf(args.request), outcome.address), 303);
  throw redirectDocument(orderPath(args.request, outcome.ref, outcome.step), {
    status: 303,
    headers: { "Set-Cookie": await rememberOrder(args, outcome.ref, outcome.token) },
  });
}
