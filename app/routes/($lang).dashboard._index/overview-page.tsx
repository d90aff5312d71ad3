import { exchangePages } from "../../../contract/market/exchange-pages.ts";
import type { OrderSummary } from "../../../contract/member/member-orders.ts";
import { OrderCards } from "../../components/dashboard/order-cards.tsx";
import { OrderTable } from "../../components/dashboard/order-table.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { ArrowRight, Clock, MailCheck, ShieldCheck } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Note } from "../../ui/messages/note.tsx";

type OverviewPageProps = {
  name: string | null;
  isVerified: boolean;
  hasTwoFactor: boolean;
  frozenUntil: string | null;
  /** Null when the service does not answer. */
  open: { orders: OrderSummary[]; total: number } | null;
  assets: Assets;
};

export function OverviewPage({ name, frozenUntil, open, assets, ...safety }: OverviewPageProps) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const times = useMemberTimes();
  return (
    <div className="space-y-8">
      <h1 className="text-h1">{name ? t("overview.hello", { name }) : t("overview.title")}</h1>
      <Nudge {...safety} />
      {frozenUntil && (
        <Note tone="warning" icon={Clock}>
          {t("overview.frozen", { time: times.moment(frozenUntil) })}
        </Note>
      )}
      <section aria-labelledby="open-orders">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="open-orders" className="text-h3">
            {t("overview.open")}{" "}
            {open && open.total > 0 && <span className="figures font-normal text-ink-3">{open.total}</span>}
          </h2>
          <a
            href={href("/dashboard/orders")}
            className="inline-block py-1 text-body-2 font-semibold text-link hover:underline"
          >
            {t("overview.all")}
          </a>
        </div>
        <OpenOrders open={open} assets={assets} />
      </section>
      <QuickExchange />
    </div>
  );
}

function OpenOrders({ open, assets }: Pick<OverviewPageProps, "open" | "assets">) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  if (!open) return <Note icon={Clock}>{t("overview.unknown")}</Note>;
  if (open.orders.length > 0) {
    return (
      <>
        <OrderTable orders={open.orders} assets={assets} />
        <OrderCards orders={open.orders} assets={assets} />
      </>
    );
  }
  const start = (
    <a href={href("/dashboard/new-order")} className={buttonClass({ variant: "filled" })}>
      {t("overview.start")}
    </a>
  );
  return (
    <EmptyState title={t("overview.none")} action={start}>
      {t("overview.noneText")}
    </EmptyState>
  );
}

/** At most one: the most useful step for the account's security. */
function Nudge({ isVerified, hasTwoFactor }: { isVerified: boolean; hasTwoFactor: boolean }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  if (!isVerified) {
    return (
      <Note tone="secondary" icon={MailCheck}>
        <strong className="block font-semibold">{t("overview.verify")}</strong>
        {t("overview.verifyText")}
      </Note>
    );
  }
  if (hasTwoFactor) return null;
  return (
    <Note tone="primary" icon={ShieldCheck} className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <strong className="block text-body-2 font-semibold">{t("overview.twoStep")}</strong>
          {t("overview.twoStepText")}
        </div>
        <a href={href("/dashboard/account/two-factor")} className={buttonClass({})}>
          {t("overview.turnOn")}
        </a>
      </div>
    </Note>
  );
}

function QuickExchange() {
  const { t } = useTranslation(["dashboard", "calculator"]);
  const href = useHref();
  return (
    <section aria-labelledby="quick">
      <h2 id="quick" className="mb-3 text-h3">
        {t("overview.quick")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {exchangePages.map((page) => (
          <li key={page}>
            <a
              href={href(`/dashboard/new-order?product=${page}`)}
              className="flex min-h-14 items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 text-body-2 font-semibold hover:text-link"
            >
              {t(`calculator:product.${page}`)}
              <ArrowRight size={18} className="shrink-0 text-ink-3" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
