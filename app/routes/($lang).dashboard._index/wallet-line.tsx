import type { MouseEvent } from "react";
import type { Wallet } from "../../../contract/balance/wallets.ts";
import { isZero, shortDecimal } from "../../../contract/values/decimal.ts";
import type { CalculatorControls } from "../../components/calculator/state/use-calculator.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";

type WalletLineProps = {
  wallets: readonly Pick<Wallet, "asset" | "available">[];
  assets: Assets;
  controls: Pick<CalculatorControls, "input" | "take">;
};

/** What the member has of the currency to send, and one press to send all of it. */
export function WalletLine({ wallets, assets, controls: { input, take } }: WalletLineProps) {
  const { t } = useTranslation("wallets");
  const href = useHref();
  const money = useWalletMoney(assets);
  const wallet = wallets.find(({ asset }) => asset === input.from);
  if (!wallet || isZero(wallet.available)) return null;
  const amount = shortDecimal(wallet.available);
  const query = new URLSearchParams({ from: input.from, to: input.to, amount, side: "from" });
  function takeAll(event: MouseEvent) {
    event.preventDefault();
    take("from", amount);
  }
  return (
    <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-3 text-small">
      <span className="text-ink-2">{t("line.has", { amount: money.short(amount, wallet.asset) })}</span>
      <a
        href={href(`/dashboard?${query}`)}
        onClick={takeAll}
        className="inline-block py-1 font-semibold text-link hover:underline"
      >
        {t("line.all")}
      </a>
    </p>
  );
}
