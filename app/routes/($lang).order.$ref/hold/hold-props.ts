import type { Order } from "../../../../contract/order/order.ts";
import type { Assets } from "../../../components/summary/assets.ts";
import type { FormReply } from "../../../forms/reply.ts";
import type { OrderTexts } from "../texts/use-order-texts.ts";

export type HoldProps = { order: Order; assets: Assets; reply: FormReply | undefined; texts: OrderTexts };
