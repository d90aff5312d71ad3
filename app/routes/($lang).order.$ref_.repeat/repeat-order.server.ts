import type { Order } from "../../../contract/order/order.ts";
import { shortDecimal } from "../../../contract/values/decimal.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed } from "../../http/response/fail.server.ts";
import { partnerTouch } from "../../partners/partner-cookie.server.ts";

type RepeatOrderResult =
  | { opened: true; ref: string; token: string; step: "/details" | "/confirm" }
  /** The amount step, which shows the reason from the calculator or from `repeat`. */
  | { opened: false; address: string };

/**
 * The same exchange at the current price: pair, side and amount, accounts and email of an earlier order, without its promo
 * code. The details are copied inside the service; no URL contains them. `amount`: another amount to send, as a plain decimal.
 */
export async function repeatOrder(args: RouteArgs, earlier: Order, amount: string | null): Promise<RepeatOrderResult> {
  const order = amount === null ? earlier : withAmount(earlier, amount);
  const { side } = order;
  const body = {
    from: order.from.asset,
    to: order.to.asset,
    amount: order[side].amount,
    side,
    ...(await partnerTouch(args)),
  };
  const response = await api(args, "exchangeStepOne", { body });
  if (!response.ok) return { opened: false, address: amountAddress(args.request, order, response.problem) };

  const { order: draft, token } = response.data.data;
  const details = {
    payin: order.payin.account === null ? null : { account: order.payin.account },
    payout: { ...destinationOf(order.payout), extra: order.payout.extra },
    refund: order.refund.account === null && !order.refund.to_wallet ? null : destinationOf(order.refund),
    email: order.email ?? "",
  };
  const detailsResponse = await api(args, "exchangeStepTwo", {
    orderToken: token,
    body: { ref: draft.ref, ...details },
  });
  // Details may have become invalid: the details step asks for them again.
  return { opened: true, ref: draft.ref, token, step: detailsResponse.ok ? "/confirm" : "/details" };
}

const withAmount = (order: Order, amount: string): Order => ({
  ...order,
  side: "from",
  from: { ...order.from, amount },
});

function destinationOf({ account, memo, to_wallet: wallet }: Order["payout"] | Order["refund"]) {
  return { account: account ?? "", memo, wallet };
}

/** An amount outside the limits is moved to the nearest one; the calculator reports other problems. */
function amountAddress(request: Request, order: Order, problem: ApiProblem): string {
  const { side } = order;
  const limit = problem.errors?.find(({ code }) => code === "below_min" || code === "above_max");
  const nearest = limit?.code === "below_min" ? limit.meta?.min : limit?.meta?.max;
  const isShownByCalculator = limit || problem.code === "reserve_insufficient" || problem.code === "pair_paused";
  const isUnknownPair = problem.errors?.some(({ code }) => code === "pair_unknown");
  if (isUnknownPair) return `/exchange/${order.page}?repeat=gone`;
  if (!isShownByCalculator) throw failed(request, problem);
  const query = new URLSearchParams({
    from: order.from.asset,
    to: order.to.asset,
    amount: shortDecimal(nearest ?? order[side].amount),
    side,
    repeat: limit ? limit.code : problem.code,
  });
  return `/exchange/${order.page}?${query}`;
}
