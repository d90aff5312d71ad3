import type { Review, ReviewSummary } from "../../../contract/reviews/reviews.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { LanguageFilter } from "./language-filter.tsx";
import { PublicReview } from "./public-review.tsx";
import type { ReviewQuery } from "./review-query.server.ts";
import { reviewsAddress } from "./reviews-address.ts";
import { RulesOfReviews } from "./rules-of-reviews.tsx";
import { StarCounts } from "./star-counts.tsx";
import { ReviewTabs } from "./tabs.tsx";

type ReviewsPageProps = {
  summary: ReviewSummary;
  reviews: Review[];
  pages: { page: number; pages: number; total: number };
  query: ReviewQuery;
  assets: Assets;
};

export function ReviewsPage({ summary, reviews, pages, query, assets }: ReviewsPageProps) {
  const { t } = useTranslation("reviews");
  const href = useHref();
  return (
    <div className="page-width py-10 lg:py-14">
      <h1 className="text-h1">{t("title")}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">{t("lead")}</p>
      {summary.total === 0 && <p className="mt-8 text-body">{t("none")}</p>}
      {summary.total > 0 && (
        <div className="mt-8 grid items-start gap-x-3 gap-y-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <StarCounts summary={summary} query={query} />
          <div className="min-w-0">
            <ReviewTabs summary={summary} query={query} />
            <LanguageFilter query={query} />
            {reviews.length === 0 && <p className="mt-6 text-body">{t("noMatch")}</p>}
            {reviews.length > 0 && (
              <ol className="mt-4 divide-y divide-line rounded-card border border-line bg-surface">
                {reviews.map((review) => (
                  <PublicReview key={review.id} review={review} assets={assets} />
                ))}
              </ol>
            )}
            {pages.pages > 1 && (
              <nav aria-label={t("pages")} className="mt-4 flex flex-wrap items-center gap-3">
                <span className="mr-auto text-small text-ink-2">{t("page", pages)}</span>
                {pages.page > 1 && (
                  <LinkButton href={href(reviewsAddress({ ...query, page: pages.page - 1 }))} rel="prev">
                    {t("newer")}
                  </LinkButton>
                )}
                {pages.page < pages.pages && (
                  <LinkButton href={href(reviewsAddress({ ...query, page: pages.page + 1 }))} rel="next">
                    {t("older")}
                  </LinkButton>
                )}
              </nav>
            )}
          </div>
        </div>
      )}
      <RulesOfReviews />
    </div>
  );
}
