import type { Pair } from "../../../contract/market/pairs.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { type Assets, placeOf } from "../summary/assets.ts";

/** The exchange page of a pair, the link's name, and the page about the pair. */
export function useExchangeLink(pair: Pair, assets: Assets): { to: string; label: string; page: string } {
  const { t } = useTranslation("rates");
  const address = useHref();
  const nameOf = (id: string) => (assets[id] ? `${assets[id].symbol} ${placeOf(assets[id])}` : id);
  const query = new URLSearchParams({ from: pair.from, to: pair.to });
  return {
    to: address(`/exchange/${pair.page}?${query}`),
    page: address(`/pairs/${pair.slug}`),
    label: t("exchange", { from: nameOf(pair.from), to: nameOf(pair.to) }),
  };
}
