import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { placeOf } from "../../components/summary/assets.ts";
import { formatDay } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Tabs } from "../../ui/fields/segments.tsx";
import { Amount } from "../../ui/figures/amount.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { ReconciledNote } from "./reconciled-note.tsx";
import { ReserveDrawing } from "./reserve-drawing.tsx";
import type { StatusParts } from "./status-page.server.ts";

/** Fewer days make no chart. */
const chartFromDays = 7;

/** What can be paid out: of every asset in the first week, then of one over 30 days. */
export function ReserveCard({ status, page }: { status: ServiceStatus; page: StatusParts }) {
  const { reserves } = status;
  const { t } = useTranslation("status");
  const lang = useLang();
  const address = useHref();
  const money = useMoney(page.assets);
  const chosenReserve = reserves.find(({ asset }) => asset === page.reserve);
  if (!chosenReserve) return null;
  if (chosenReserve.days.length < chartFromDays) return <ReserveList status={status} money={money} page={page} />;
  const now = money.reserve(chosenReserve.now, chosenReserve.asset);
  const tabs = reserves.map(({ asset }) => {
    const assetData = page.assets[asset];
    return {
      to: `${address("/status")}?days=${page.period}&reserve=${asset}#reserve`,
      name: assetData ? `${assetData.symbol} ${placeOf(assetData)}` : asset,
      current: asset === chosenReserve.asset,
    };
  });
  return (
    <Card id="reserve">
      <h2 className="text-body-2 font-semibold">{t("reserve.title")}</h2>
      <p className="mb-2 mt-1 text-small text-ink-2">{t("reserve.how")}</p>
      <Tabs label={t("reserve.label")} tabs={tabs} />
      <p className="mt-4 flex flex-wrap items-baseline gap-x-5">
        <span className="text-h3">
          <Amount value={now.value} unit={now.unit} />
        </span>
        {chosenReserve.lowest && chosenReserve.lowest_at && (
          <span className="figures text-small text-ink-2">
            {t("reserve.least", {
              amount: reserveText(money, chosenReserve.lowest, chosenReserve.asset),
              day: formatDay(lang, chosenReserve.lowest_at),
            })}
          </span>
        )}
      </p>
      <Chart reserve={chosenReserve} money={money} />
      <ReconciledNote status={status} assets={page.assets} />
    </Card>
  );
}

type ListProps = {
  status: ServiceStatus;
  money: ReturnType<typeof useMoney>;
  page: StatusParts;
};

function ReserveList({ status, money, page }: ListProps) {
  const { t } = useTranslation("status");
  return (
    <Card id="reserve">
      <h2 className="text-body-2 font-semibold">{t("reserve.title")}</h2>
      <p className="mt-1 text-small text-ink-2">{t("reserve.howNow")}</p>
      <dl className="mt-2">
        {status.reserves.map(({ asset, now }) => {
          const assetFacts = page.assets[asset];
          const figure = money.reserve(now, asset);
          return (
            <div key={asset} className="flex min-h-11 items-center justify-between border-b border-line text-body-2">
              <dt>
                {assetFacts?.symbol ?? asset}{" "}
                <span className="text-small text-ink-3">{assetFacts && placeOf(assetFacts)}</span>
              </dt>
              <dd className="font-semibold">
                <Amount value={figure.value} unit={figure.unit} column />
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-4 text-small text-ink-3">
        {t("reserve.rounded")} {t("reserve.short", { days: chartFromDays })}
      </p>
      <ReconciledNote status={status} assets={page.assets} />
    </Card>
  );
}

const reserveText = (money: ReturnType<typeof useMoney>, amount: string, asset: string) => {
  const { value, unit } = money.reserve(amount, asset);
  return `${value}\u00a0${unit}`;
};

type ChartProps = { reserve: ServiceStatus["reserves"][number]; money: ReturnType<typeof useMoney> };

function Chart({ reserve: { asset, days }, money }: ChartProps) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const between = { from: formatDay(lang, first.day), to: formatDay(lang, last.day) };
  return (
    <>
      <ReserveDrawing
        days={days}
        label={t("reserve.chart", { ...between, amount: reserveText(money, last.lowest, asset) })}
      />
      <p className="flex justify-between text-small text-ink-3">
        <span>{between.from}</span>
        <span>{between.to}</span>
      </p>
      <p className="mt-2 text-small text-ink-3">{t("reserve.rounded")}</p>
      <Disclosure title={t("table")} className="mt-3 border-t border-line pt-2">
        <Table>
          <thead>
            <tr>
              <HeadCell>{t("day")}</HeadCell>
              <HeadCell figures>{t("reserve.lowest")}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, lowest }) => (
              <tr key={day}>
                <Cell>{formatDay(lang, day)}</Cell>
                <Cell figures>{reserveText(money, lowest, asset)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Disclosure>
    </>
  );
}
