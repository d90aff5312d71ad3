import type { ReviewSummary } from "../../../contract/reviews/reviews.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { classNames } from "../../ui/class-names.ts";
import type { ReviewQuery } from "./review-query.server.ts";
import { reviewsAddress } from "./reviews-address.ts";

/** All reviews, the negative ones and those with an answer; links, with their counts. */
export function ReviewTabs({ summary, query }: { summary: ReviewSummary; query: ReviewQuery }) {
  const { t } = useTranslation("reviews");
  const href = useHref();
  const language = query.language && { language: query.language };
  const tabs = [
    { name: "all", count: summary.total, show: undefined },
    { name: "negative", count: summary.negative, show: "negative" },
    { name: "answered", count: summary.answered, show: "answered" },
  ] as const;
  return (
    <nav aria-label={t("tabs.label")} className="flex flex-wrap gap-x-6 border-b border-line">
      {tabs.map(({ name, count, show }) => {
        const isCurrent = query.show === show && query.stars === undefined;
        return (
          <a
            key={name}
            href={href(reviewsAddress({ page: 1, ...language, ...(show && { show }) }))}
            aria-current={isCurrent ? "page" : undefined}
            className={classNames(
              "-mb-px flex min-h-11 items-center gap-2 border-b-2 text-body-2",
              isCurrent ? "border-solid font-semibold text-ink" : "border-transparent text-ink-2 hover:text-ink",
            )}
          >
            {t(`tabs.${name}`)}
            <span className="figures rounded-sm bg-inset px-1.5 text-small text-ink-2">{count}</span>
          </a>
        );
      })}
    </nav>
  );
}
