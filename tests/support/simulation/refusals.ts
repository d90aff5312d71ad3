import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import type { ApiResponse } from "../service/api-client.ts";

/** Acceptable refusals of an offered action: the state changed in between. */
const expected = new Set([
  "quote_expired",
  "reserve_insufficient",
  "rate_changed",
  "pair_paused",
  "gateway_unavailable",
  "insufficient_funds",
  "withdrawals_frozen",
  "wallet_debt",
  // The action is offered while any of the limit is left; the amount is asked for with the order.
  "withdrawal_limit",
]);

/** Throws where an offered action is refused for any other reason. */
export function refusal(response: ApiResponse<EndpointName>, what: string): void {
  if (response.status < 300 || expected.has(response.problem().code)) return;
  throw new Error(`${what} was offered and then refused: ${response.text}`);
}
