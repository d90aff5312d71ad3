import { serviceParts } from "../../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { formatAmount, formatDay, formatExactPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { classNames } from "../../ui/class-names.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { barsOf, frame, hoursWidth } from "./day-bars.ts";
import { daysSinceStart, faultless, faultyDays, hoursOf, measuredDays, percentFromDays } from "./measured-time.ts";

type Part = ServiceStatus["parts"][number];

/** Name, bars and figures; on phones the bars have a row of their own. */
export const partColumns = "grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 sm:grid-cols-[12rem_1fr_9rem]";

/**
 * A part of the exchange: a bar for each hour of `byHour`, in the first week, or for each day; its good days or share of minutes, and
 * the days that were not all right.
 */
export function PartRow({ part, status, byHour }: { part: Part; status: ServiceStatus; byHour: readonly string[] }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const knownPart = serviceParts.find((name) => name === part.part);
  const name = knownPart ? t(`part.${knownPart}`) : part.part;
  const percent = part.percent === null ? "–" : formatExactPercent(lang, part.percent);
  const bad = faultyDays(part);
  const measured = part.days.filter(({ state }) => state !== "unknown").length;
  const hours = hoursOf(part, byHour);
  const states = daysSinceStart(part, status).map(({ state }) => state);
  const [paths, width] =
    byHour.length > 0 ? [barsOf(...hours), hoursWidth] : [barsOf(states), states.length * frame.step];
  const label =
    byHour.length > 0
      ? t("hourBars", { name, ...countedHours(hours.flat()) })
      : t("bars", { name, percent, measured, bad: bad.length });
  return (
    <div className={classNames("items-center gap-y-1 border-t border-line px-4 py-3 lg:px-6", partColumns)}>
      <div>
        <h3 className="text-body-2 font-semibold">{name}</h3>
        {knownPart && <p className="text-small text-ink-2">{t(`tested.${knownPart}`)}</p>}
      </div>
      <svg
        viewBox={`0 0 ${width} ${frame.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="col-span-2 h-7 w-full sm:col-span-1"
      >
        <path d={paths.unknown} fill="none" vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
        <path d={paths.works} className="fill-success-500" />
        <path d={paths.partly} className="fill-warning-500" />
        <path d={paths.stopped} className="fill-error-500" />
      </svg>
      <p className="figures col-start-2 row-start-1 text-right text-small text-ink-2 sm:col-start-3">
        <Share part={part} percent={percent} isYoung={measuredDays(status) < percentFromDays} />
      </p>
      {bad.length > 0 && (
        <Disclosure title={t("badDays", { count: bad.length })} className="col-span-full">
          <Table>
            <thead>
              <tr>
                <HeadCell>{t("day")}</HeadCell>
                <HeadCell figures>{t("legend.partly")}</HeadCell>
                <HeadCell figures>{t("legend.stood")}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {bad.map(({ day, partly_minutes, stopped_minutes }) => (
                <tr key={day}>
                  <Cell>{formatDay(lang, day)}</Cell>
                  <Cell figures>{t("minutes", { count: partly_minutes })}</Cell>
                  <Cell figures>{t("minutes", { count: stopped_minutes })}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </Disclosure>
      )}
    </div>
  );
}

/** Measured hours, and those of them with a fault. */
function countedHours(hours: readonly string[]) {
  const measured = hours.filter((state) => state !== "unknown");
  return { measured: measured.length, bad: measured.filter((state) => state !== "works").length };
}

/** Of the first days they and their minutes are counted, later they are a percentage. */
function Share({ part, percent, isYoung }: { part: Part; percent: string; isYoung: boolean }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  if (!isYoung) return <strong className="text-body-2 font-semibold text-ink">{percent}</strong>;
  const { days, goodDays, minutes, goodMinutes } = faultless(part);
  const count = (number: number) => formatAmount(lang, String(number));
  return (
    <>
      <strong className="block text-body-2 font-semibold text-ink">
        {t("goodDays", { good: goodDays, count: days })}
      </strong>
      {t("goodMinutes", { good: count(goodMinutes), minutes: count(minutes) })}
    </>
  );
}
