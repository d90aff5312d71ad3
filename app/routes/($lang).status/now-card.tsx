import { type PartState, partStates } from "../../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { formatDateTime, formatDay, formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Check, Clock, type IconComponent, TriangleAlert } from "../../ui/icons/icons.tsx";
import { IncidentText } from "./incidents.tsx";
import { faultless, hourlyDays, measuredDays, percentFromDays } from "./measured-time.ts";
import { PartRow, partColumns } from "./part-row.tsx";
import type { StatusParts } from "./status-page.server.ts";

type Head = PartState | "unreachable" | "unmeasured";
const looks: Record<Head, { icon: IconComponent; box: string }> = {
  works: { icon: Check, box: "bg-success-100 text-success-700" },
  partly: { icon: TriangleAlert, box: "bg-warning-100 text-warning-700" },
  stopped: { icon: TriangleAlert, box: "bg-error-100 text-error-700" },
  unreachable: { icon: TriangleAlert, box: "bg-error-100 text-error-700" },
  unmeasured: { icon: Clock, box: "bg-inset text-ink-2" },
};

/** How it works now, what is wrong, and every part by day. */
export function NowCard({ page }: { page: StatusParts }) {
  const { t } = useTranslation("status");
  const head = headOf(page);
  const { icon: Icon, box } = looks[head];
  const { status } = page;
  const open = status?.incidents.filter(({ ended_at }) => ended_at === null) ?? [];
  return (
    <Card main className="!p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 p-4 lg:px-6">
        <div className="flex items-center gap-4">
          <span className={classNames("flex h-12 w-12 shrink-0 items-center justify-center rounded-full", box)}>
            <Icon size={24} />
          </span>
          <div>
            <h2 className="text-h4">{t(`now.${head}`)}</h2>
            <p className="text-small text-ink-2">
              <Explanation head={head} status={status} />
            </p>
          </div>
        </div>
        {status && <SinceStart status={status} />}
      </div>
      {open.map((incident) => (
        <IncidentText key={incident.id} incident={incident} />
      ))}
      {status && <Parts status={status} />}
    </Card>
  );
}

/** Without a fresh measurement nothing is said to work. */
function headOf({ status, isCurrent }: StatusParts): Head {
  if (!isCurrent) return "unreachable";
  const state = partStates.find((partState) => partState === status?.state) ?? "works";
  const isFresh = status?.parts.some((part) => part.state !== null) ?? false;
  return state === "works" && !isFresh ? "unmeasured" : state;
}

function Explanation({ head, status }: { head: Head; status: ServiceStatus | null }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const at = status?.checked_at ?? null;
  if (head === "works" && at) {
    return t("now.answered", { count: status?.parts.length ?? 0, time: formatTime(lang, at) });
  }
  if (head === "unmeasured") return at ? t("now.lastChecked", { time: formatDateTime(lang, at) }) : t("none");
  return head === "works" ? null : t(`now.${head}Text`);
}

/** How many days were measured, and whether all parts worked on all of them; percentages follow later. */
function SinceStart({ status }: { status: ServiceStatus }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const { first_measured_at: first, parts } = status;
  const age = measuredDays(status);
  if (first === null || age >= percentFromDays || parts.length === 0) return null;
  const counted = parts.map(faultless);
  const good = Math.min(...counted.map(({ goodDays }) => goodDays));
  return (
    <p className="text-small text-ink-2 sm:text-right">
      <strong className="figures block text-body-2 font-semibold text-ink">
        {t("sinceStart", { day: formatDay(lang, first), good, count: age })}
      </strong>
      {t("withoutFault")}
    </p>
  );
}

function Parts({ status }: { status: ServiceStatus }) {
  const { t } = useTranslation("status");
  const { parts } = status;
  if (parts.length === 0) return <p className="border-t border-line p-4 text-body-2 text-ink-2 lg:px-6">{t("none")}</p>;
  const isYoung = measuredDays(status) < percentFromDays;
  const byHour = hourlyDays(status);
  return (
    <>
      {byHour.length > 0 && <DaysOfHours days={byHour} status={status} />}
      {parts.map((part) => (
        <PartRow key={part.part} part={part} status={status} byHour={byHour} />
      ))}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line p-4 text-small text-ink-2 lg:px-6">
        <span>
          {t(byHour.length > 0 ? "hours" : "days")} {isYoung && t("percentLater", { days: percentFromDays })}
        </span>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          <Legend className="h-4 bg-success-500" text={t("legend.works")} />
          <Legend className="h-3 bg-warning-500" text={t("legend.partly")} />
          <Legend className="h-2 bg-error-500" text={t("legend.stopped")} />
          <Legend className="h-4 border border-ink-3" text={t("legend.unknown")} />
        </ul>
      </div>
    </>
  );
}

/** The days above their hours: as wide as these, with the gap that `barsOf` leaves between them. */
function DaysOfHours({ days, status }: { days: readonly string[]; status: ServiceStatus }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const nameOf = (day: string) => {
    const name = formatDay(lang, day);
    const isToday = day === status.generated_at.slice(0, 10);
    return isToday ? t("until", { day: name, time: formatTime(lang, status.generated_at) }) : name;
  };
  return (
    <div
      className={classNames(
        "border-t border-line px-4 pt-3 text-small text-ink-2 lg:px-6 [&+div]:border-t-0",
        partColumns,
      )}
    >
      <ol className="col-span-2 grid grid-cols-3 gap-x-[2%] sm:col-span-1 sm:col-start-2">
        {days.map((day) => (
          <li key={day}>{nameOf(day)}</li>
        ))}
      </ol>
    </div>
  );
}

function Legend({ className, text }: { className: string; text: string }) {
  return (
    <li className="flex items-end gap-2">
      <span aria-hidden="true" className={classNames("mb-0.5 w-1.5", className)} />
      {text}
    </li>
  );
}
