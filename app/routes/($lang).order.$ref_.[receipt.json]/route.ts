import type { LoaderFunctionArgs } from "@remix-run/node";
import { shownRef } from "../../../contract/order/order-number.ts";
import { api } from "../../api/client.server.ts";
import { findOrder } from "../../components/order/find-order.server.ts";
import { signedFile } from "../../components/order/signed-file.server.ts";
import { failed } from "../../http/response/fail.server.ts";

/** The signed receipt. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { order, token } = await findOrder(args, args.params.ref);
  const response = await api(args, "receipt", { query: { ref: order.ref }, orderToken: token });
  if (!response.ok) throw failed(args.request, response.problem);
  return signedFile(response.data.data.signed, `receipt-${shownRef(order.ref)}`);
}
