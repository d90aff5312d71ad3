import type { Route } from "../http/serve.ts";
import { draftCalls } from "./calls/drafts.ts";
import { executedOrderCalls } from "./calls/orders.ts";
import { pairCalls } from "./calls/pairs.ts";
import { promoCalls } from "./calls/promo.ts";
import { quoteCalls } from "./calls/quote.ts";
import { receiptCalls } from "./calls/receipt.ts";
import { reserveRequestCalls } from "./calls/reserve-requests.ts";
import { orderStatusCalls } from "./calls/status.ts";
import { streamCalls } from "./calls/stream.ts";
import { trackCalls } from "./calls/track.ts";

export const orderCalls: readonly Route[] = [
  ...pairCalls,
  ...quoteCalls,
  ...receiptCalls,
  ...reserveRequestCalls,
  ...promoCalls,
  ...draftCalls,
  ...executedOrderCalls,
  ...trackCalls,
  ...orderStatusCalls,
  ...streamCalls,
];
