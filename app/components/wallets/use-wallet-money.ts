import { formatAmount, formatMoney } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { rounded } from "../dashboard/rounded.ts";
import { type Assets, placeOf } from "../summary/assets.ts";

/** Enough for every coin in a list; the page of its wallet has all decimals. */
const listDecimals = 8;
/** Of every amount on a member's pages; zeros behind these are dropped. */
export const leastDecimals = 2;

/** Amounts of wallets: at least two decimals, so that the figures of a column align. */
export function useWalletMoney(assets: Assets) {
  const lang = useLang();
  // What is not traded here, such as a coin sent by mistake, is known by its id only.
  const symbol = (asset: string) => assets[asset]?.symbol ?? asset.toUpperCase();
  const exact = (amount: string) => formatAmount(lang, amount, leastDecimals);
  return {
    exact,
    symbol,
    /** `USDT TRC20`. */
    name: (id: string) => {
      const asset = assets[id];
      return asset ? `${asset.symbol}\u00a0${placeOf(asset)}` : symbol(id);
    },
    /** For lists. Cut, never rounded up: a wallet does not show more than is in it. */
    figure: (amount: string) => formatAmount(lang, rounded(amount, listDecimals), leastDecimals),
    text: (amount: string, asset: string) => `${exact(amount)}\u00a0${symbol(asset)}`,
    /** `5 USDT`. */
    short: (amount: string, asset: string) => formatMoney(lang, amount, symbol(asset)),
  };
}
