import type { WalletTransaction } from "../../../contract/balance/transactions.ts";
import { classNames } from "../../ui/class-names.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

/** `+100.00` in green for money that is there, `−75.00` in ink. */
export function SignedAmount({ transaction }: { transaction: Pick<WalletTransaction, "amount" | "direction"> }) {
  const money = useWalletMoney({});
  const isCredit = transaction.direction === "credit";
  return (
    <span className={classNames("figures font-semibold", isCredit ? "text-success-700" : "text-ink")}>
      {isCredit ? "+" : "−"}
      {money.figure(transaction.amount)}
    </span>
  );
}
