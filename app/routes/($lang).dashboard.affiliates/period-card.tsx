import { affiliatePeriods } from "../../../contract/affiliate/affiliate-lists.ts";
import { formatDay, formatMonth } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import type { Partner, Programme } from "./affiliates-page.server.ts";
import { RewardChart } from "./reward-chart.tsx";
import { useRewardMoney } from "./use-reward-money.ts";

type PeriodCardProps = { partner: Partner; assets: Programme["assets"]; days: number };

/** What happened in the chosen days: figures, a drawing, and the same as a table. */
export function PeriodCard({ partner, assets, days }: PeriodCardProps) {
  const { t } = useTranslation("affiliates");
  const href = useHref();
  const { period, asset } = partner.summary;
  const money = useRewardMoney(assets, asset);
  const figures = [
    ["visits", String(period.visits), ""],
    ["signups", String(period.signups), ""],
    ["orders", String(period.orders), ""],
    ["counted", String(period.counted), ""],
    ["earned", money.figure(period.earned), money.unit],
  ] as const;
  const segments = affiliatePeriods.map((count) => ({
    to: href(`/dashboard/affiliates?days=${count}`),
    name: t(`period.${count}`),
    current: count === days,
  }));
  return (
    <Card aria-labelledby="period">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="period" className="text-h4">
          {t("period.title", { count: days })}
        </h2>
        <Segments label={t("period.choose")} segments={segments} />
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-5">
        {figures.map(([name, value, unit]) => (
          <div key={name} className="lg:border-l lg:border-line lg:pl-5 lg:first:border-0 lg:first:pl-0">
            <dt className="text-small text-ink-2">{t(`period.${name}`)}</dt>
            <dd className="figures text-amount-l">
              {value} {unit && <span className="unit text-[0.56em]">{unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {partner.byTime.some(({ ready, waiting }) => /[1-9]/.test(ready + waiting)) && (
        <RewardChart rows={partner.byTime} by={partner.by} span={partner.span} unit={money.unit} />
      )}
      {partner.byTime.length > 0 && <TimeTable partner={partner} assets={assets} />}
    </Card>
  );
}

function TimeTable({ partner, assets }: Omit<PeriodCardProps, "days">) {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  const money = useRewardMoney(assets, partner.summary.asset);
  return (
    <Disclosure title={t("chart.table")} className="mt-4 border-t border-line pt-3">
      <div className="overflow-x-auto">
        <Table>
          <thead>
            <tr>
              <HeadCell>{t(partner.by === "day" ? "table.day" : "table.month")}</HeadCell>
              <HeadCell figures>{t("period.visits")}</HeadCell>
              <HeadCell figures>{t("period.signups")}</HeadCell>
              <HeadCell figures>{t("period.orders")}</HeadCell>
              <HeadCell figures>{t("chart.ready")}</HeadCell>
              <HeadCell figures>{t("chart.waiting")}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {partner.byTime.map(({ key, visits, signups, orders, ready, waiting }) => (
              <tr key={key}>
                <Cell className="whitespace-nowrap">
                  {partner.by === "day" ? formatDay(lang, key) : formatMonth(lang, key)}
                </Cell>
                <Cell figures>{visits}</Cell>
                <Cell figures>{signups}</Cell>
                <Cell figures>{orders}</Cell>
                <Cell figures>{money.figure(ready)}</Cell>
                <Cell figures>{money.figure(waiting)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Disclosure>
  );
}
