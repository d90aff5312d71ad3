import { ratings } from "../../../../contract/reviews/review-rules.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { Card } from "../../../ui/card.tsx";
import { Star } from "../../../ui/icons/icons.tsx";

/** Asks for the order's review: each star opens the form with that rating. */
export function ReviewAsk({ orderRef }: { orderRef: string }) {
  const { t } = useTranslation("order");
  const href = useHref();
  return (
    <Card aria-labelledby="review-title" className="no-print">
      <h2 id="review-title" className="text-h4">
        {t("review.title")}
      </h2>
      <ul className="star-links -mx-2.5 mt-1 flex">
        {[...ratings].reverse().map((stars) => (
          <li key={stars}>
            <a
              href={href(`/order/${orderRef}/review?rating=${stars}`)}
              aria-label={t("review.stars", { stars })}
              className="grid size-11 place-items-center rounded"
            >
              <Star size={26} />
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-small text-ink-2">{t("review.how")}</p>
    </Card>
  );
}
