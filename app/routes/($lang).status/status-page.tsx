import { statusPeriods } from "../../../contract/market/service-parts.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Segments } from "../../ui/fields/segments.tsx";
import { Incidents } from "./incidents.tsx";
import { NowCard } from "./now-card.tsx";
import { PayoutCard } from "./payout-card.tsx";
import { ReserveCard } from "./reserve-card.tsx";
import type { StatusParts } from "./status-page.server.ts";

export function StatusPage({ page }: { page: StatusParts }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const address = useHref();
  const { status, period } = page;
  return (
    <article className="page-width py-10 lg:py-14">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-h1">{t("heading")}</h1>
          <p className="mt-3 max-w-[34rem] text-lead text-ink-2">
            {t("lead")} {status && t("counted", { time: formatDateTime(lang, status.generated_at) })}
          </p>
        </div>
        <Segments
          label={t("period.label")}
          segments={statusPeriods.map((days) => ({
            to: `${address("/status")}?days=${days}`,
            name: <span className="whitespace-nowrap px-2">{t(`period.${days}`)}</span>,
            current: days === period,
          }))}
        />
      </header>
      <div className="mt-6 space-y-5 lg:mt-8">
        <NowCard page={page} />
        {status && (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
            <PayoutCard status={status} page={page} />
            <ReserveCard status={status} page={page} />
          </div>
        )}
        {status && <Incidents incidents={status.incidents} />}
        <p className="text-small text-ink-2">
          {t("machines")}{" "}
          <a href="/status.json" className="text-link-inline">
            JSON
          </a>
          {" · "}
          <a href={address("/status.xml")} className="text-link-inline">
            {t("feed.link")}
          </a>
        </p>
      </div>
    </article>
  );
}
