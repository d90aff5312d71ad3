import { serviceParts } from "../../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { formatAmount, formatDay, formatExactPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { barsOf, frame } from "./day-bars.ts";
import { daysSinceStart, faultless, measuredDays, percentFromDays } from "./measured-time.ts";

type Part = ServiceStatus["parts"][number];

/** A part of the exchange: a bar for each day, its good days or share of minutes, and the days that were not all right. */
export function PartRow({ part, status }: { part: Part; status: ServiceStatus }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const knownPart = serviceParts.find((name) => name === part.part);
  const name = knownPart ? t(`part.${knownPart}`) : part.part;
  const percent = part.percent === null ? "–" : formatExactPercent(lang, part.percent);
  const bad = part.days.filter(({ partly_minutes, stopped_minutes }) => partly_minutes + stopped_minutes > 0);
  const measured = part.days.filter(({ state }) => state !== "unknown").length;
  const days = daysSinceStart(part, status);
  const bars = barsOf(days);
  const label = t("bars", { name, percent, measured, bad: bad.length });
  return (
    <div className="grid items-center gap-x-6 gap-y-1 border-t border-line px-4 py-3 sm:grid-cols-[12rem_1fr_9rem] lg:px-6">
      <div>
        <h3 className="text-body-2 font-semibold">{name}</h3>
        {knownPart && <p className="text-small text-ink-2">{t(`tested.${knownPart}`)}</p>}
      </div>
      <svg
        viewBox={`0 0 ${days.length * frame.step} ${frame.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="col-span-2 h-7 w-full sm:col-span-1"
      >
        <path d={bars.unknown} fill="none" vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
        <path d={bars.works} className="fill-success-500" />
        <path d={bars.partly} className="fill-warning-500" />
        <path d={bars.stopped} className="fill-error-500" />
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
