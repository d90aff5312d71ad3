import { useMoney } from "../../components/order/use-money.ts";
import { PairPicture } from "../../components/rates/pair-name.tsx";
import { usePairNames } from "../../components/rates/pair-names.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import type { PairPageParts } from "./pair-page.server.ts";

export function OtherPairs({ page: { others, assets } }: { page: PairPageParts }) {
  const { t } = useTranslation("pair");
  const pairNames = usePairNames();
  const address = useHref();
  const money = useMoney(assets);
  if (others.length === 0) return null;
  return (
    <nav aria-labelledby="others" className="mt-6 lg:mt-8">
      <h2 id="others" className="mb-2 text-body-2 font-semibold">
        {t("others")}
      </h2>
      <ul className="border-t border-line">
        {others.map((pair) => {
          const { [pair.from]: from, [pair.to]: to } = assets;
          if (!from || !to) return null;
          return (
            <li key={pair.id} className="border-b border-line">
              <a
                href={address(`/pairs/${pair.slug}`)}
                className="flex min-h-11 items-center gap-3 py-2 text-body-2 hover:underline"
              >
                <PairPicture pair={pair} assets={assets} />
                <span className="min-w-0 flex-1">{t("title", pairNames(from, to))}</span>
                <span className="figures text-ink-2">
                  {pair.effective_rate === "0" ? "–" : money.rate(pair.effective_rate)}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
