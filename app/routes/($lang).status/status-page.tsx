import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Segments } from "../../ui/fields/segments.tsx";
import { HowMeasured } from "./how-measured.tsx";
import { Incidents } from "./incidents.tsx";
import { periodsOf } from "./measured-time.ts";
import { NowCard } from "./now-card.tsx";
import { PayoutCard } from "./payout-card.tsx";
import { ReserveCard } from "./reserve-card.tsx";
import type { StatusParts } from "./status-page.server.ts";

export function StatusPage({ page }: { page: StatusParts }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const address = useHref();
  const { status } = page;
  const first = status?.first_measured_at;
  return (
    <article className="page-width py-10 lg:py-14">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-h1">{t("heading")}</h1>
          <p className="mt-3 max-w-[34rem] text-lead text-ink-2">
            {first ? t("since", { day: formatDate(lang, first) }) : t("lead")} {t("byHand")}
          </p>
        </div>
        <Periods page={page} />
      </header>
      <div className="mt-6 space-y-5 lg:mt-8">
        <NowCard page={page} />
        {status && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
            <PayoutCard status={status} page={page} />
            <ReserveCard status={status} page={page} />
          </div>
        )}
        <div className="grid gap-x-5 gap-y-8 pt-5 lg:grid-cols-2">
          <div>
            {status && <Incidents status={status} />}
            <p className="mt-4 text-body-2 text-ink-2">
              {t("machines")}{" "}
              <a href="/status.json" className="text-link-inline">
                {t("file")}
              </a>
              {" · "}
              <a href={address("/status.xml")} className="text-link-inline">
                {t("feed.link")}
              </a>
            </p>
          </div>
          <HowMeasured />
        </div>
      </div>
    </article>
  );
}

/** Nothing in the first week: every period would show the same days. */
function Periods({ page: { status, period } }: { page: StatusParts }) {
  const { t } = useTranslation("status");
  const address = useHref();
  const periods = status ? periodsOf(status) : [];
  if (periods.length < 2) return null;
  const current = periods.find((days) => days === period) ?? periods.at(-1);
  return (
    <Segments
      label={t("period.label")}
      segments={periods.map((days) => ({
        to: `${address("/status")}?days=${days}`,
        name: <span className="whitespace-nowrap px-2">{t(`period.${days}`)}</span>,
        current: days === current,
      }))}
    />
  );
}
