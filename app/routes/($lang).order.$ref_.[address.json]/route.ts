import type { LoaderFunctionArgs } from "@remix-run/node";
import { shownRef } from "../../../contract/order/order-number.ts";
import { findOrder } from "../../components/order/find-order.server.ts";
import { signedFile } from "../../components/order/signed-file.server.ts";
import { notFound } from "../../http/response/fail.server.ts";

/** That the pay-in address is ours, signed. 404 for an order without an address. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { order } = await findOrder(args, args.params.ref);
  const { signature } = order.payin;
  if (!signature) throw notFound(args.request);
  return signedFile(signature, `address-${shownRef(order.ref)}`);
}
