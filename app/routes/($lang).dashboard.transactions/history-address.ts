import type { HistoryQuery } from "../../components/wallets/history-query.server.ts";

/** The address of a list, without default values. */
export function historyAddress(query: Partial<HistoryQuery>, path = "/dashboard/transactions"): string {
  const filters = Object.entries(query).filter(
    ([name, value]) => value !== "" && !(name === "kind" && value === "all"),
  );
  const fields = new URLSearchParams(filters);
  return fields.size > 0 ? `${path}?${fields}` : path;
}
