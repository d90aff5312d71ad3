import { dayAfter, isDay } from "../dashboard/days.ts";
import { kindTypes, type TransactionKind, type TransactionType, transactionKinds } from "./transaction-kinds.ts";

/** The filter in the address of the list. Invalid values are ignored; an invalid date is reported. */
export type HistoryQuery = { kind: TransactionKind; wallet: string; from: string; until: string; cursor: string };

export function readHistoryQuery(url: URL, wallets: readonly string[]): { query: HistoryQuery; badDate: boolean } {
  const { searchParams: query } = url;
  const typedFrom = query.get("from")?.trim() ?? "";
  const typedUntil = query.get("until")?.trim() ?? "";
  return {
    query: {
      kind: transactionKinds.find((kind) => kind === query.get("kind")) ?? "all",
      wallet: wallets.find((asset) => asset === query.get("wallet")) ?? "",
      from: isDay(typedFrom) ? typedFrom : "",
      until: isDay(typedUntil) ? typedUntil : "",
      cursor: query.get("cursor")?.slice(0, 64) ?? "",
    },
    badDate: [typedFrom, typedUntil].some((day) => day !== "" && !isDay(day)),
  };
}

/** The same for the service, where the end of a period is exclusive. */
export function historyApiQuery({ kind, wallet, from, until, cursor }: HistoryQuery) {
  const types: readonly TransactionType[] | null = kindTypes[kind];
  return {
    asset: wallet ? [wallet] : undefined,
    type: types ? [...types] : undefined,
    from: from || undefined,
    to: until ? dayAfter(until) : undefined,
    cursor: cursor || undefined,
  };
}
