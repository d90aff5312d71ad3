import type { ReviewSummary } from "../../../contract/reviews/reviews.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";
import type { ReviewQuery } from "./review-query.server.ts";
import { reviewsAddress } from "./reviews-address.ts";

/** The average, where there are enough reviews for one, and the count of each rating; each is a filter. */
export function StarCounts({ summary, query }: { summary: ReviewSummary; query: ReviewQuery }) {
  const { t } = useTranslation("reviews");
  const lang = useLang();
  const href = useHref();
  const { total, average, negative, by_stars: byStars, cut } = summary;
  const counts = t("summary", {
    reviews: t("count", { count: total }),
    negative: t("negative", { count: negative }),
  });
  return (
    <div>
      <Card main>
        {average === null ? (
          <>
            <p className="text-h3">{counts}</p>
            <p className="mt-1 text-small text-ink-2">{t("few")}</p>
          </>
        ) : (
          <>
            <p className="figures text-h1">{t("average", { average: formatAmount(lang, average, 1) })}</p>
            <p className="mt-1 text-small text-ink-2">{counts}</p>
          </>
        )}
        <ul aria-label={t("byStars")} className="mt-4 border-t border-line pt-3">
          {byStars.map(({ stars, count }) => (
            <li key={stars}>
              <a
                href={href(reviewsAddress({ ...query, page: 1, stars }))}
                aria-current={query.stars === stars ? "true" : undefined}
                aria-label={t("bar", { stars, count })}
                className={classNames(
                  "flex min-h-11 items-center gap-3 rounded text-body-2 hover:underline lg:min-h-9",
                  query.stars === stars && "font-semibold text-link",
                )}
              >
                <span className="figures w-8">{stars} ★</span>
                <Bar share={count / total} isBad={stars < 3} />
                <span className="figures w-12 text-right text-ink-2">{count}</span>
              </a>
            </li>
          ))}
        </ul>
        {query.stars !== undefined && (
          <a
            href={href(reviewsAddress({ page: 1, ...(query.language && { language: query.language }) }))}
            className="mt-2 inline-flex min-h-11 items-center text-body-2 text-link-inline"
          >
            {t("showAll")}
          </a>
        )}
      </Card>
      <p className="mt-4 flex gap-3 px-1 text-small text-ink-2">
        <ShieldCheck size={20} className="shrink-0 text-primary-700" />
        <span>
          {t("shown", { count: total })} {cut > 0 && t("cut", { count: cut })}{" "}
          <a href="#rule" className="text-link-inline">
            {t("rule")}
          </a>
        </span>
      </p>
    </div>
  );
}

/** Drawn as SVG: a page may not have inline styles. */
function Bar({ share, isBad }: { share: number; isBad: boolean }) {
  const colour = isBad ? "text-error-600" : "text-primary-600";
  return (
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className={`h-2 min-w-0 flex-1 ${colour}`}>
      <rect width="100" height="6" className="fill-inset" />
      <rect width={Math.max(share > 0 ? 1 : 0, Math.round(share * 100))} height="6" fill="currentColor" />
    </svg>
  );
}
