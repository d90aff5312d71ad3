import type { Review, ReviewSummary } from "../../../contract/reviews/reviews.ts";
import { usePairNames } from "../../components/rates/pair-names.ts";
import { CutText } from "../../components/reviews/cut-text.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { formatAmount, formatMonth } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Stars } from "../../ui/icons/stars.tsx";
import { Section } from "./section.tsx";

export type Highlights = { summary: ReviewSummary; reviews: Review[] } | null;
type ReviewSlidesProps = { highlights: Highlights; assets: Assets };

/** A longer text is cut here, and whole on the page of reviews: the HTML of the home page has a limit. */
const shownLength = 120;
const slideId = (at: number) => `review-${at + 1}`;

/**
 * The newest reviews side by side, in a list that the visitor scrolls by hand or by its numbered links; it does not move
 * automatically. Renders nothing without reviews.
 */
export function ReviewSlides({ highlights, assets }: ReviewSlidesProps) {
  const { t } = useTranslation("reviews");
  const lang = useLang();
  const href = useHref();
  if (!highlights || highlights.reviews.length === 0) return null;
  const { summary, reviews } = highlights;
  const { total, average } = summary;
  const negative = t("negative", { count: summary.negative });
  const counts = t("summary", { reviews: t("count", { count: total }), negative });
  const lead = average === null ? counts : `${t("average", { average: formatAmount(lang, average, 1) })} · ${counts}`;
  return (
    <Section id="reviews" title={t("home.title")} lead={lead} band>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        tabIndex={0}
        aria-label={t("home.slides", { count: reviews.length, total })}
        className="slides"
      >
        {reviews.map((review, at) => (
          <Slide key={review.id} id={slideId(at)} review={review} assets={assets} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <a href={href("/reviews")} className="font-semibold text-link-inline">
          {t("home.all", { count: total })}
        </a>
        {reviews.length > 1 && (
          <nav aria-label={t("home.title")} className="flex">
            {reviews.map((review, at) => (
              <a key={review.id} href={`#${slideId(at)}`} className="slide-number">
                {at + 1}
              </a>
            ))}
          </nav>
        )}
      </div>
    </Section>
  );
}

function Slide({ id, review, assets }: { id: string; review: Review; assets: Assets }) {
  const { t } = useTranslation("reviews");
  const pairNames = usePairNames();
  const lang = useLang();
  const href = useHref();
  const [from, to] = [assets[review.pair.from], assets[review.pair.to]];
  const pair = from && to ? `${t("pair", pairNames(from, to))}, ` : "";
  const answerLink = (
    <a href={href(`/reviews#${review.id}`)} className="text-link-inline">
      {t("home.read")}
    </a>
  );
  return (
    <li id={id} className="slide">
      <Stars rating={review.rating} label={t("stars", { stars: review.rating })} />
      <p lang={review.language}>
        <CutText text={shortened(review.text)} />
      </p>
      <p>
        {review.answer && (
          <>
            {t("home.answered")} {answerLink}
            <br />
          </>
        )}
        <strong lang={review.name === null ? undefined : review.language}>{review.name ?? t("anonymous")}</strong>{" "}
        {`${pair}${formatMonth(lang, review.month)}`}
      </p>
    </li>
  );
}

function shortened(text: string): string {
  const signs = [...text];
  return signs.length <= shownLength ? text : `${signs.slice(0, shownLength).join("").trimEnd()}…`;
}
