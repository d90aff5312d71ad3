import type { Review } from "../../../contract/reviews/reviews.ts";
import { CutText } from "../../components/reviews/cut-text.tsx";
import { ReviewAuthor } from "../../components/reviews/review-author.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { Stars } from "../../ui/icons/stars.tsx";

/** One review with its answer. Texts are marked with their language, and addresses in them are no links. */
export function PublicReview({ review, assets }: { review: Review; assets: Assets }) {
  const { t } = useTranslation("reviews");
  const lang = useLang();
  const brand = useSite()?.brand ?? "";
  const { rating, text, language, answer } = review;
  return (
    <li id={review.id} className="scroll-mt-4 p-4 lg:px-6 lg:py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Stars rating={rating} label={t("stars", { stars: rating })} />
        <ReviewAuthor review={review} assets={assets} />
      </div>
      <p lang={language} className="mt-2 whitespace-pre-line text-body [overflow-wrap:anywhere]">
        <CutText text={text} />
      </p>
      {answer && (
        <div className="mt-4 rounded-note bg-inset px-4 py-3 lg:px-5">
          <p className="text-small font-semibold">{t("answer", { brand, date: formatDate(lang, answer.at) })}</p>
          <p lang={language} className="mt-1 whitespace-pre-line text-body-2 text-ink-2 [overflow-wrap:anywhere]">
            {answer.text}
          </p>
        </div>
      )}
    </li>
  );
}
