import type { Review } from "../../../contract/reviews/reviews.ts";
import { formatMonth } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { AssetMark, PairMarks } from "../../ui/icons/asset-mark.tsx";
import { usePairNames } from "../rates/pair-names.ts";
import { type Assets, isAccount } from "../summary/assets.ts";

/** Who wrote a review, about which exchange, in which month. Assets that are no longer known are left out. */
export function ReviewAuthor({ review, assets }: { review: Review; assets: Assets }) {
  const { t } = useTranslation("reviews");
  const pairNames = usePairNames();
  const lang = useLang();
  const [from, to] = [assets[review.pair.from], assets[review.pair.to]];
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-ink-2">
      <strong className="font-semibold text-ink" lang={review.name === null ? undefined : review.language}>
        {review.name ?? t("anonymous")}
      </strong>
      {from && to && (
        <>
          <PairMarks>
            {[
              <AssetMark key="from" symbol={from.symbol} account={isAccount(from)} size={20} />,
              <AssetMark key="to" symbol={to.symbol} account={isAccount(to)} size={20} />,
            ]}
          </PairMarks>
          <span>{t("pair", pairNames(from, to))}</span>
        </>
      )}
      <span>{formatMonth(lang, review.month)}</span>
    </p>
  );
}
