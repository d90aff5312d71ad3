import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import { api } from "../../api/client.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** The current rules of the service; null when it does not answer: text pages work without them. */
export async function rulesOf(args: RouteArgs): Promise<ExchangeRules | null> {
  const response = await api(args, "exchangeRules", {});
  return response.ok ? response.data.data : null;
}
