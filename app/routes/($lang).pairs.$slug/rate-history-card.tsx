import { historyPeriods } from "../../../contract/market/history-periods.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { formatDate, formatDateTime, formatDay, formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import type { PairPageParts } from "./pair-page.server.ts";
import { RateChart } from "./rate-chart.tsx";

/** A chart of less would show the noise of hours. */
const leastHistoryMs = 2 * 24 * 3_600_000;

/** The rate now, its history as a chart, and the same as a table. */
export function RateHistoryCard({ page }: { page: PairPageParts }) {
  const { t } = useTranslation("pair");
  const address = useHref();
  const money = useMoney(page.assets);
  const { pair, from, to, period, history } = page;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-body-2 font-semibold">{t("rate.title")}</h2>
          <p className="text-h2">
            {pair.effective_rate === "0" ? "–" : money.rate(pair.effective_rate)}{" "}
            <span className="text-body-2 font-normal text-ink-2">
              {t("rate.unit", { from: from.symbol, to: to.symbol })}
            </span>
          </p>
        </div>
        {isDrawn(history) && (
          <Segments
            label={t("period.label")}
            segments={historyPeriods.map((name) => ({
              to: `${address(`/pairs/${pair.slug}`)}?period=${name}#rate`,
              name: <span className="whitespace-nowrap px-1">{t(`period.${name}`)}</span>,
              current: name === period,
            }))}
          />
        )}
      </div>
      <div id="rate" className="mt-4">
        {isDrawn(history) ? <History page={page} history={history} /> : <NoHistory history={history} />}
      </div>
    </Card>
  );
}

type History = NonNullable<PairPageParts["history"]>;

function isDrawn(history: History | null): history is History {
  const [first, last] = [history?.since, history?.points.at(-1)?.at];
  if (!history || !first || !last || history.points.length < 2) return false;
  return Date.parse(last) - Date.parse(first) >= leastHistoryMs;
}

function NoHistory({ history }: { history: History | null }) {
  const { t } = useTranslation("pair");
  const lang = useLang();
  if (!history) return <p className="text-body-2 text-ink-2">{t("history.unavailable")}</p>;
  return (
    <p className="text-body-2 text-ink-2">
      {history.since ? t("history.short", { date: formatDate(lang, history.since) }) : t("history.none")}
    </p>
  );
}

function History({ page: { assets, period, to }, history }: { page: PairPageParts; history: History }) {
  const { t } = useTranslation("pair");
  const lang = useLang();
  const money = useMoney(assets);
  const [lowest, highest] = [money.rate(history.lowest ?? "0"), money.rate(history.highest ?? "0")];
  const range = t("history.range", { period: t(`period.${period}`), lowest, highest });
  return (
    <>
      <RateChart
        points={history.points.map(({ at, effective_rate, reference_rate }) => ({
          at: Date.parse(at),
          ours: Number(effective_rate),
          market: Number(reference_rate),
        }))}
        label={t("history.label", { lowest, highest, unit: to.symbol })}
        between={t("history.between")}
        rate={(value) => money.rate(value.toFixed(12))}
        date={(at) => (period === "day" ? formatTime : formatDay)(lang, new Date(at).toISOString())}
      />
      <div className="mt-2 flex flex-wrap justify-between gap-x-5 gap-y-1 text-small text-ink-2">
        <span className="inline-flex items-center gap-2">
          <span className="w-5 border-t-2 border-primary-600" />
          {t("history.ours")}
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="w-5 border-t-2 border-dotted border-ink-3" />
          {t("history.market")}
        </span>
        <span className="figures ml-auto">{range}</span>
      </div>
      <Disclosure title={t("history.table")} className="mt-3 border-t border-line pt-2">
        <Table>
          <thead>
            <tr>
              <HeadCell>{t("history.time")}</HeadCell>
              <HeadCell figures>{t("history.ours")}</HeadCell>
              <HeadCell figures>{t("history.market")}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {[...history.points].reverse().map(({ at, effective_rate, reference_rate }) => (
              <tr key={at}>
                <Cell>
                  <time dateTime={at}>{formatDateTime(lang, at)}</time>
                </Cell>
                <Cell figures>
                  <Amount value={money.rate(effective_rate)} unit={to.symbol} />
                </Cell>
                <Cell figures>{money.rate(reference_rate)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Disclosure>
    </>
  );
}
