import type { Deposit } from "../../../contract/balance/wallets.ts";
import type { Assets } from "../summary/assets.ts";
import { IncomingCard } from "./incoming-card.tsx";

type IncomingDepositsProps = { deposits: readonly Deposit[]; assets: Assets; now: string };

/** What is on its way, a card each. */
export function IncomingDeposits({ deposits, assets, now }: IncomingDepositsProps) {
  if (deposits.length === 0) return null;
  return (
    <div className="grid gap-4 wide:grid-cols-2">
      {deposits.map((deposit) => (
        <IncomingCard key={deposit.id} deposit={deposit} assets={assets} now={now} />
      ))}
    </div>
  );
}
