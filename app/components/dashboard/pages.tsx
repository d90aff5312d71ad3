import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";

type PagesProps = {
  pages: { page: number; per_page: number; total: number; last_page: number };
  addressOf: (page: number) => string;
};

/** Pagination of a list. */
export function Pages({ pages: { page, per_page: size, total, last_page: last }, addressOf }: PagesProps) {
  const { t } = useTranslation("dashboard");
  const first = (page - 1) * size + 1;
  return (
    <nav aria-label={t("orders.pages")} className="flex flex-wrap items-center gap-3">
      <span className="figures text-small text-ink-2">
        {t("orders.shown", { first, last: Math.min(page * size, total), total })}
      </span>
      {page > 1 && (
        <a href={addressOf(page - 1)} rel="prev" className={buttonClass({ size: "small" })}>
          {t("orders.back")}
        </a>
      )}
      {page < last && (
        <a href={addressOf(page + 1)} rel="next" className={buttonClass({ size: "small" })}>
          {t("orders.forth")}
        </a>
      )}
    </nav>
  );
}
