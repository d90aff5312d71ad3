import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shownRef } from "../../../contract/order/order-number.ts";
import type { Receipt as ReceiptRecord } from "../../../contract/order/receipt.ts";
import { shownReceiptCode } from "../../../contract/order/receipt-code.ts";
import { api } from "../../api/client.server.ts";
import { findOrder } from "../../components/order/find-order.server.ts";
import { qrOf } from "../../components/qr/qr.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { failed } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { ReceiptPage } from "./receipt-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

/** Without scripts: a receipt is for printing. */
export async function loader(args: LoaderFunctionArgs) {
  const { order, assets, token } = await findOrder(args, args.params.ref);
  const response = await api(args, "receipt", { query: { ref: order.ref }, orderToken: token });
  if (!response.ok) throw failed(args.request, response.problem);
  const t = translator(langOf(args.request));
  const ref = shownRef(order.ref);
  const receipt = response.data.data;
  return {
    receipt,
    assets,
    qr: qrOf(checkAddress(receipt)),
    meta: pageMeta(t("receipt:meta.title", { ref }), t("receipt:meta.description")),
  };
}

/** Without a language prefix: the page follows the reader's browser. The code gives no access to the order. */
const checkAddress = ({ issuer, check_code: code }: ReceiptRecord) =>
  `${issuer.site}/verify?receipt=${shownReceiptCode(code)}`;

export default function Receipt() {
  return <ReceiptPage {...useLoaderData<typeof loader>()} />;
}
