import type { Deposit, Wallet } from "../../../contract/balance/wallets.ts";

type WalletWithDeposits = Pick<Wallet, "posted" | "available" | "held" | "pending" | "debt"> & {
  deposits: readonly Pick<Deposit, "id" | "status" | "confirmations">[];
};

/** What a page of the wallet shows, as one text: it is read again when the text has changed. */
export function walletState({ posted, available, held, pending, debt, deposits }: WalletWithDeposits): string {
  const seen = deposits.map(({ id, status, confirmations }) => `${id} ${status} ${confirmations}`);
  return [posted, available, held, pending, debt, ...seen].join();
}
