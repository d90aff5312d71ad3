import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";

type Shown = Pick<Withdrawal, "status" | "tx" | "waits_for" | "updated_at">;

/** What the page of a withdrawal shows, as one text: it is read again when the text has changed. */
export function withdrawalState({ status, tx, waits_for: waits, updated_at: at }: Shown) {
  return [status, waits ?? "", tx?.id ?? "", at].join();
}
