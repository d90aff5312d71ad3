import { exchangePages } from "../../../contract/market/exchange-pages.ts";
import { PairPicture } from "../../components/rates/pair-name.tsx";
import { usePairNames } from "../../components/rates/pair-names.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import type { PairPageParts } from "./pair-page.server.ts";

export function PairTitle({ page: { pair, from, to, assets } }: { page: PairPageParts }) {
  const { t } = useTranslation(["pair", "exchange"]);
  const pairNames = usePairNames();
  const address = useHref();
  const product = exchangePages.find((page) => page === pair.page);
  return (
    <header className="min-w-0">
      {product && (
        <a href={address(`/exchange/${product}`)} className="text-body-2 text-ink-2 hover:underline">
          {t(`exchange:${product}.title`)}
        </a>
      )}
      <div className="mt-2 flex items-center gap-3.5">
        <PairPicture pair={pair} assets={assets} />
        <h1 className="text-h1">{t("title", pairNames(from, to))}</h1>
      </div>
      <p className="mt-2.5 max-w-text text-lead text-ink-2">
        {t(`lead.${from.kind === "ewallet" ? "invoice" : "coins"}`, pairNames(from, to))}
      </p>
    </header>
  );
}
