import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { PairPicture, PairText } from "../../components/rates/pair-name.tsx";
import { formatAmount, formatDay } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import type { StatusParts } from "./status-page.server.ts";

type Payouts = NonNullable<ServiceStatus["payouts"]>;
type Times = Pick<Payouts, "median_seconds" | "p95_seconds">;

/** How long payouts took, for each pair with enough orders. */
export function PayoutCard({ status, page }: { status: ServiceStatus; page: StatusParts }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const { payouts, holds, refunds } = status;
  const count = (orders: number) => formatAmount(lang, String(orders));
  return (
    <Card>
      <h2 className="text-body-2 font-semibold">{t("payouts.title")}</h2>
      <p className="mt-1 text-small text-ink-2">{t("payouts.how")}</p>
      {status.few_orders && <FewOrders {...status.few_orders} />}
      {payouts && (
        <>
          <PairTimes payouts={payouts} page={page} />
          <DayTimes payouts={payouts} />
          <p className="mt-4 border-t border-line pt-3 text-small text-ink-2">
            {t("payouts.counted", { orders: count(payouts.orders) })}
            {holds && ` ${t("payouts.holds", { ended: count(holds.ended), inTime: count(holds.in_time) })}`}
            {refunds && ` ${t("payouts.refunds", { orders: count(refunds.orders) })}`}
          </p>
        </>
      )}
    </Card>
  );
}

/** Too few orders for figures: how many there are, why none is shown, and what is promised meanwhile. */
function FewOrders({ orders, needed }: NonNullable<ServiceStatus["few_orders"]>) {
  const { t } = useTranslation("status");
  const address = useHref();
  return (
    <>
      <div className="mt-4 rounded-note bg-inset p-4 lg:px-5 lg:py-8">
        <h3 className="text-h4">{t("payouts.fewTitle", { needed })}</h3>
        <p className="mt-1 max-w-text text-small text-ink-2">{t("payouts.few", { orders })}</p>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="mt-4 h-2 w-full">
          <path d="M0 0h100v4h-100z" className="fill-line-strong" />
          <path d={`M0 0h${Math.round((orders / needed) * 100)}v4H0z`} className="fill-primary-600" />
        </svg>
        <p className="figures mt-1 flex justify-between text-small text-ink-2">
          <span>{t("payouts.completed", { count: orders })}</span>
          <span>{t("payouts.completed", { count: needed })}</span>
        </p>
      </div>
      <p className="mt-4 text-small text-ink-2">
        {t("payouts.meanwhile")}{" "}
        <a href={address("/legal/faq")} className="text-link-inline">
          {t("payouts.meanwhileLink")}
        </a>
      </p>
    </>
  );
}

function PairTimes({ payouts, page: { pairs, assets } }: { payouts: Payouts; page: StatusParts }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const address = useHref();
  const slowest = Math.max(1, ...payouts.pairs.map(({ p95_seconds }) => p95_seconds));
  const sold = pairs.filter(({ status }) => status !== "hidden");
  const few = sold.filter(({ id }) => !payouts.pairs.some(({ pair }) => pair === id)).length;
  return (
    <Table className="mt-3">
      <thead>
        <tr>
          {/* All the room that figures leave: otherwise the names of a pair break word by word on a phone. */}
          <HeadCell className="w-full">{t("payouts.pair")}</HeadCell>
          <HeadCell figures>{t("payouts.half")}</HeadCell>
          <HeadCell figures>{t("payouts.most")}</HeadCell>
          <HeadCell figures className="hidden sm:table-cell">
            {t("payouts.orders")}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {payouts.pairs.map((times) => {
          const pair = sold.find(({ id }) => id === times.pair);
          if (!pair) return null;
          return (
            <tr key={pair.id}>
              <Cell>
                <span className="flex items-center gap-3">
                  <PairPicture pair={pair} assets={assets} />
                  <span className="min-w-0">
                    <PairText pair={pair} assets={assets} href={address(`/pairs/${pair.slug}`)} />
                    <TimeBar times={times} slowest={slowest} />
                  </span>
                </span>
              </Cell>
              <MinuteCells times={times} />
              <Cell figures className="hidden sm:table-cell">
                {formatAmount(lang, String(times.orders))}
              </Cell>
            </tr>
          );
        })}
        <tr>
          <Cell className="font-semibold">{t("payouts.all")}</Cell>
          <MinuteCells times={payouts} />
          <Cell figures className="hidden sm:table-cell">
            {formatAmount(lang, String(payouts.orders))}
          </Cell>
        </tr>
        {few > 0 && (
          <tr>
            <Cell colSpan={4} className="text-ink-2">
              {t("payouts.fewPairs", { count: few })}
            </Cell>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

function DayTimes({ payouts: { by_day } }: { payouts: Payouts }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  if (by_day.length === 0) return null;
  return (
    <Disclosure title={t("payouts.byDay")} className="mt-2">
      <Table>
        <thead>
          <tr>
            <HeadCell>{t("day")}</HeadCell>
            <HeadCell figures>{t("payouts.half")}</HeadCell>
            <HeadCell figures>{t("payouts.most")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {by_day.toReversed().map((times) => (
            <tr key={times.day}>
              <Cell>{formatDay(lang, times.day)}</Cell>
              <MinuteCells times={times} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  );
}

/** Whole minutes, rounded up: a shorter time was not kept. */
function MinuteCells({ times }: { times: Times }) {
  const { t } = useTranslation("status");
  const minutes = (seconds: number) => t("shortMinutes", { minutes: Math.max(1, Math.ceil(seconds / 60)) });
  return (
    <>
      <Cell figures className="whitespace-nowrap font-semibold">
        {minutes(times.median_seconds)}
      </Cell>
      <Cell figures className="whitespace-nowrap">
        {minutes(times.p95_seconds)}
      </Cell>
    </>
  );
}

/** The dot is the median, the end of the bar the 95th of 100; the figures beside it say the same. */
function TimeBar({ times, slowest }: { times: Times; slowest: number }) {
  const width = (seconds: number) => Math.round((seconds / slowest) * 1000) / 10;
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="mt-1.5 h-1.5 w-full max-w-40">
      <path d="M0 0h100v4h-100z" className="fill-inset" />
      <path d={`M0 0h${width(times.p95_seconds)}v4H0z`} className="fill-primary-300" />
      <path d={`M${Math.max(0, width(times.median_seconds) - 1.5)} 0h3v4h-3z`} className="fill-primary-700" />
    </svg>
  );
}
