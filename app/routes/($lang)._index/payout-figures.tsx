import type { PayoutTimes } from "../../../contract/market/payout-times.ts";
import { formatAmount, formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";

/** How long payouts took, as one link to the status page; nothing while the service does not tell. */
export function PayoutFigures({ times }: { times: PayoutTimes | null }) {
  const { t } = useTranslation("home");
  const lang = useLang();
  const href = useHref();
  if (!times) return null;
  // Whole minutes: seconds would claim more than a median knows.
  const time = formatDuration(lang, Math.max(60, Math.round(times.median_seconds / 60) * 60));
  const figures = [
    { label: t("payouts.half"), value: time },
    { label: t("payouts.orders", { days: times.days }), value: formatAmount(lang, String(times.orders)) },
  ];
  return (
    <section aria-label={t("payouts.title")} className="border-t border-line bg-surface py-5">
      <a href={href("/status")} className="page-width flex flex-wrap items-end gap-x-16 gap-y-3 hover:underline">
        <dl className="flex flex-wrap gap-x-16 gap-y-3">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-small text-ink-2">{label}</dt>
              <dd className="figures text-h3">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-small text-ink-3">{t("payouts.how")}</p>
      </a>
    </section>
  );
}
