import { formatAmount } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import type { Programme } from "./affiliates-page.server.ts";

/** Rewards are coins worth a dollar: cents are enough, cut, so that nobody reads more than there is. */
export function useRewardMoney(assets: Programme["assets"], asset: string) {
  const lang = useLang();
  const figure = (amount: string) => formatAmount(lang, cents(amount), 2);
  const unit = assets[asset]?.symbol ?? asset;
  return { figure, unit, text: (amount: string) => `${figure(amount)}\u00a0${unit}` };
}

function cents(amount: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.slice(0, 2).padEnd(2, "0")}`;
}
