import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";

type Shown = Pick<Withdrawal, "status" | "tx" | "waits_for" | "check_by" | "updated_at">;

/** What the page of a withdrawal shows, as one text: it is read again when the text has changed. */
export function withdrawalState({ status, tx, waits_for: waits, check_by: checkBy, updated_at: at }: Shown) {
  return [status, waits ?? "", checkBy ?? "", tx?.id ?? "", at].join();
}
