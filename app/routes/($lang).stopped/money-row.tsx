import type { ReactNode } from "react";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";

type MoneyRowProps = {
  name: ReactNode;
  amount: string;
  asset: string;
  assets: Assets;
  children?: ReactNode;
};

/** What a movement is called, its amount at the end of the line, and what else is known of it below. */
export function MoneyRow({ name, amount, asset, assets, children }: MoneyRowProps) {
  const money = useWalletMoney(assets);
  return (
    <div className="py-1.5 first:pt-0">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-semibold">{name}</span>
        <span className="figures shrink-0 whitespace-nowrap font-semibold">
          {money.exact(amount)} <span className="text-caption font-normal text-ink-2">{money.symbol(asset)}</span>
        </span>
      </p>
      {children && <p className="text-small text-ink-2">{children}</p>}
    </div>
  );
}
