import type { Rails } from "../ports/rail.ts";
import type { DepositRow } from "./deposit-row.ts";

/** Says the confirmations of each of these deposits. A new block writes nothing for a pending one: its rail counts on. */
export async function depositConfirmations(
  rails: Pick<Rails, "progress">,
  deposits: readonly DepositRow[],
): Promise<(row: DepositRow) => number> {
  const pending = deposits.filter(({ status }) => status === "pending");
  const progress = await rails.progress(
    pending.map(({ id, rail, railPaymentId }) => ({ id, orderRef: null, rail, railPaymentId })),
  );
  return ({ id, confirmations }) => progress.get(id)?.confirmations ?? confirmations;
}
