import type { Receipt } from "../../../contract/order/receipt.ts";
import type { Assets } from "../../components/summary/assets.ts";

export type ReceiptProps = { receipt: Receipt; assets: Assets };
