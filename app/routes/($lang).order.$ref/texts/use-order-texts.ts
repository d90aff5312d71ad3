import type { Order } from "../../../../contract/order/order.ts";
import { useMoney } from "../../../components/order/use-money.ts";
import { useTimes } from "../../../components/order/use-times.ts";
import type { Assets } from "../../../components/summary/assets.ts";
import type { StateTexts } from "./state-texts.server.ts";

/** The sentences that the loader has chosen, and the formats of the figures beside them. */
export function useOrderTexts(state: StateTexts, order: Order, assets: Assets) {
  return { ...state, money: useMoney(assets), times: useTimes(order.server_time) };
}

export type OrderTexts = ReturnType<typeof useOrderTexts>;
