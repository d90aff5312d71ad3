import { isZero } from "../../../contract/values/decimal.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Amount } from "../../ui/figures/amount.tsx";
import { ArrowDownLeft, ArrowUpRight } from "../../ui/icons/icons.tsx";
import type { OverviewWallets } from "./overview-wallets.server.ts";

type BalanceHeadProps = { money: OverviewWallets; name: string | null };

/** What the member has. Before the first wallet, a greeting; while it cannot be loaded, a dash and never a zero. */
export function BalanceHead({ money, name }: BalanceHeadProps) {
  const { t } = useTranslation(["dashboard", "wallets"]);
  const href = useHref();
  if (money.status === "off" || (money.status === "known" && money.wallets.length === 0)) {
    return <h1 className="text-h1">{name ? t("overview.hello", { name }) : t("overview.title")}</h1>;
  }
  const largest = money.status === "known" ? money.wallets.find(({ deposit }) => deposit) : undefined;
  const funded = money.status === "known" ? money.wallets.find(({ available }) => !isZero(available)) : undefined;
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="text-body font-medium text-ink-2">{t("wallets:total.title")}</h1>
        {money.status === "known" ? <Total total={money.total} /> : <Unknown />}
      </div>
      <p className="flex gap-2 max-sm:w-full max-sm:[&>a]:flex-1">
        {largest && (
          <a href={href(`/dashboard/wallets/deposit?asset=${largest.asset}`)} className={buttonClass({})}>
            <ArrowDownLeft size={18} />
            {t("wallets:list.deposit")}
          </a>
        )}
        {funded && (
          <a href={href(`/dashboard/withdrawals/new?asset=${funded.asset}`)} className={buttonClass({})}>
            <ArrowUpRight size={18} />
            {t("wallets:list.withdraw")}
          </a>
        )}
      </p>
    </header>
  );
}

function Total({ total }: Pick<Extract<OverviewWallets, { status: "known" }>, "total">) {
  const { t } = useTranslation("wallets");
  const money = useWalletMoney({});
  const times = useMemberTimes();
  return (
    <>
      <p>
        <Amount value={money.exact(total.total)} unit={total.currency.toUpperCase()} size="huge" />
      </p>
      <p className="mt-1 text-small text-ink-3">
        {t(total.is_complete ? "total.at" : "total.incomplete", { time: times.clock(total.rates_at) })}
      </p>
    </>
  );
}

function Unknown() {
  const { t } = useTranslation("wallets");
  return (
    <>
      <p className="text-amount-xl">–</p>
      <p className="mt-1 text-small text-ink-3">{t("total.unknown")}</p>
    </>
  );
}
