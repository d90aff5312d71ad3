import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";

/** What the page of a withdrawal shows, as one text: it is read again when the text has changed. */
export function withdrawalState({ status, tx, updated_at: at }: Pick<Withdrawal, "status" | "tx" | "updated_at">) {
  return [status, tx?.id ?? "", at].join();
}
