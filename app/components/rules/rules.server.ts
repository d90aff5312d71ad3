import type { ExchangeRules } from "../../../contract/market/rules.ts";
import { api } from "../../api/client.server.ts";

/** The rules that the service obeys now, or null while it does not answer: a page of text stands without them. */
export async function rulesOf(request: Request): Promise<ExchangeRules | null> {
  const answer = await api(request, "exchangeRules", {});
  return answer.ok ? answer.data.data : null;
}
