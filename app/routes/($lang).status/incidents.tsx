import type { Incident, ServiceStatus } from "../../../contract/market/service-status.ts";
import { formatDate, formatDateTime, formatDay, formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Blocks, CalendarClock, Check, Clock, type IconComponent, TriangleAlert } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";

const icons: Record<string, { icon: IconComponent; box: string }> = {
  stopped: { icon: TriangleAlert, box: "bg-error-100 text-error-700" },
  partly: { icon: Blocks, box: "bg-warning-100 text-warning-700" },
};
const planned = { icon: CalendarClock, box: "bg-inset text-ink-2" };

/** Incidents of the last year are listed. */
const listedMs = 365 * 86_400_000;

/** What went wrong in the last year, the latest first. Open incidents stand at the head of the page. */
export function Incidents({
  status: { incidents, first_measured_at: first, generated_at },
}: {
  status: ServiceStatus;
}) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const isYoung = first !== null && Date.parse(generated_at) - Date.parse(first) < listedMs;
  const over = incidents.filter(({ ended_at }) => ended_at !== null);
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents" className="text-h3">
        {t("incidents.title")}
      </h2>
      {over.length === 0 ? (
        <p className="mt-3 max-w-text text-body-2 text-ink-2">
          {isYoung ? t("incidents.noneSince", { day: formatDate(lang, first) }) : t("incidents.none")}{" "}
          {t("incidents.promise")}
        </p>
      ) : (
        <div className="mt-4 rounded-card border border-line bg-surface [&>:first-child]:border-t-0">
          {over.map((incident) => (
            <IncidentText key={incident.id} incident={incident} />
          ))}
        </div>
      )}
    </section>
  );
}

export function IncidentText({ incident }: { incident: Incident }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const { icon: Icon, box } = icons[incident.kind] ?? planned;
  const { started_at: start, ended_at: end, next_word_at: next } = incident;
  const isPlanned = incident.kind === "planned";
  const isSameDay = end !== null && start.slice(0, 10) === end.slice(0, 10);
  const till = end && (isSameDay ? formatTime(lang, end) : formatDateTime(lang, end));
  return (
    <article id={incident.id} className="flex scroll-mt-6 gap-4 border-t border-line p-4 lg:px-6">
      <span className={`flex h-9 w-9 shrink-0 items-center justify-center rounded-full ${box}`}>
        <Icon size={18} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
          <span className="figures">
            {till
              ? `${formatDay(lang, start)}, ${formatTime(lang, start)}–${till}`
              : t(isPlanned ? "incidents.from" : "incidents.since", { time: formatDateTime(lang, start) })}
          </span>
          {end ? (
            <Badge tone="gray" icon={Check}>
              {t("incidents.over")}
            </Badge>
          ) : (
            <Badge tone={isPlanned ? "gray" : "warning"} icon={Clock}>
              {t(isPlanned ? "incidents.planned" : "incidents.open")}
            </Badge>
          )}
        </p>
        <h3 className="mt-1 text-body-2 font-semibold">{incident.title[lang]}</h3>
        <p className="mt-1 max-w-text text-body-2 text-ink-2">{incident.text[lang]}</p>
        {next && (
          <p className="mt-1 text-small text-ink-2">{t("incidents.next", { time: formatDateTime(lang, next) })}</p>
        )}
      </div>
    </article>
  );
}
