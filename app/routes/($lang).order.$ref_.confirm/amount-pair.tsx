import type { ReactNode } from "react";
import type { Order } from "../../../contract/order/order.ts";
import { HeldRate } from "../../components/order/held-rate.tsx";
import { longestTime, usualTime } from "../../components/order/payout-time.ts";
import { type Figure, useMoney } from "../../components/order/use-money.ts";
import { type Assets, isAccount, placeOf } from "../../components/summary/assets.ts";
import { CostLine } from "../../components/summary/cost-line.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { Amount } from "../../ui/figures/amount.tsx";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { ArrowRight } from "../../ui/icons/icons.tsx";

/**
 * The price, once: sent and received amounts, large and side by side where there is room, else one line each; then the rate with
 * all fees, and how long it is held.
 */
export function AmountPair({ order, assets }: { order: Order; assets: Assets }) {
  const { t } = useTranslation("confirm");
  const money = useMoney(assets);
  const from = assets[order.from.asset];
  const to = assets[order.to.asset];
  const lang = useLang();
  const longest = longestTime(lang, order.eta_minutes);
  const usual = usualTime(lang, order.eta_minutes);
  const time = { minutes: `${order.eta_minutes.min}–${order.eta_minutes.max}`, time: longest ?? "", usual };
  const inHours = usual === null ? "payoutTime.longest" : "payoutTime.usually";
  const payoutTime = t(longest === null ? "payoutTime.minutes" : inHours, time);
  const briefTime = t(longest === null ? "payoutTime.brieflyMinutes" : "payoutTime.brieflyLongest", time);
  const place = { network: to && placeOf(to), payoutTime, briefTime, brand: useSite()?.brand };
  const intoWallet = order.payout.to_wallet;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface wide:grid wide:grid-cols-[minmax(0,1fr)_24rem] wide:items-center">
      <div className="measured min-w-0">
        <div className="grid divide-line max-roomy:divide-y roomy:grid-cols-[1fr_auto_1fr] roomy:items-center roomy:gap-4">
          <Side
            label={t("youPay")}
            how={isAccount(from) ? t("payHowInvoice") : from && t("payHow", { network: placeOf(from) })}
            briefly={from && placeOf(from)}
            figure={money.figure(order.from.amount, order.from.asset)}
            mark={<AssetMark symbol={from?.symbol ?? ""} account={isAccount(from)} size={40} />}
          />
          <Arrows />
          <Side
            label={t("youGet")}
            how={to && t(intoWallet ? "getHowWallet" : "getHow", place)}
            briefly={to && t(intoWallet ? "getBrieflyWallet" : "getBriefly", place)}
            figure={money.figure(order.to.amount, order.to.asset)}
            mark={<AssetMark symbol={to?.symbol ?? ""} account={isAccount(to)} size={40} />}
          />
        </div>
      </div>
      <div className="border-t border-line wide:hidden">
        <HeldRate order={order} flush rate={money.rate(order.effective_rate)} />
      </div>
      <div className="hidden space-y-3 p-6 wide:block">
        <CostLine price={order} assets={assets} words="cost" />
        <HeldRate order={order} flush />
      </div>
    </div>
  );
}

function Arrows() {
  return (
    <span aria-hidden="true" className="relative max-roomy:h-0 max-roomy:!border-t-0">
      <span className="absolute left-[1.3125rem] top-0 grid size-[1.875rem] [translate:0_-50%] place-items-center rounded-full border border-line bg-surface roomy:hidden">
        <ArrowRight size={16} className="rotate-90 text-ink-2" />
      </span>
      <span className="hidden size-11 place-items-center rounded-full bg-inset roomy:grid">
        <ArrowRight size={20} className="text-ink-2" />
      </span>
    </span>
  );
}

type SideProps = {
  label: string;
  how: string | undefined;
  /** `how` without room. */
  briefly: string | undefined;
  figure: Figure;
  mark: ReactNode;
};

function Side({ label, how, briefly, figure, mark }: SideProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 p-4 roomy:block roomy:p-6">
      <span className="roomy:hidden">{mark}</span>
      <span className="min-w-24 flex-1 roomy:contents">
        <span className="block text-small font-medium text-ink-2">{label}</span>
        <span className="block text-small text-ink-3 roomy:hidden">{briefly}</span>
      </span>
      <span className="roomy:hidden">
        <Amount {...figure} size="large" />
      </span>
      <span className="hidden roomy:inline">
        <Amount {...figure} size="huge" />
      </span>
      <span className="mt-1 hidden text-small text-ink-3 roomy:block">{how}</span>
    </div>
  );
}
