import type { z } from "zod/v4";
import type { memberOrdersMeta, OrderSummary } from "../../../contract/order/member-orders.ts";
import { OrderCards } from "../../components/dashboard/order-cards.tsx";
import { countOf, filterNames } from "../../components/dashboard/order-filters.ts";
import type { OrderListQuery } from "../../components/dashboard/order-list-query.server.ts";
import { OrderTable } from "../../components/dashboard/order-table.tsx";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { Pages } from "../../components/dashboard/pages.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Tabs } from "../../ui/fields/segments.tsx";
import { Plus } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { addressOf } from "./address-of.ts";
import { OrderSearch } from "./order-search.tsx";
import { OrderTotals } from "./order-totals.tsx";

type OrdersPageProps = {
  query: OrderListQuery;
  badDate: boolean;
  orders: OrderSummary[];
  pages: z.output<typeof memberOrdersMeta>;
  assets: Assets;
};

export function OrdersPage({ query, badDate, orders, pages, assets }: OrdersPageProps) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const lang = useLang();
  const isNarrowed = query.filter !== "all" || query.q !== "" || query.from !== "" || query.until !== "";
  const tabs = filterNames.map((filter) => ({
    to: href(addressOf({ ...query, filter, page: 1 })),
    name: t(`orders.filter.${filter}`),
    current: filter === query.filter,
    count: formatAmount(lang, String(countOf(filter, pages.by_status))),
  }));
  return (
    <>
      <PageHead
        title={t("orders.title")}
        action={
          <a href={href("/dashboard/new-order")} className={buttonClass({})}>
            <Plus size={18} />
            {t("orders.new")}
          </a>
        }
      />
      <div className="space-y-5">
        <Tabs label={t("orders.filters")} tabs={tabs} />
        <OrderSearch query={query} badDate={badDate} />
        {orders.length > 0 && (
          <>
            <OrderTable orders={orders} assets={assets} />
            <OrderCards orders={orders} assets={assets} />
            <OrderTotals totals={pages.totals ?? []} assets={assets} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Pages pages={pages} addressOf={(page) => href(addressOf({ ...query, page }))} />
              <a
                href={href(addressOf({ ...query, page: 1 }, "/dashboard/orders.csv"))}
                className="inline-flex min-h-11 items-center text-small font-semibold text-link hover:underline"
              >
                {t("orders.csv")}
              </a>
            </div>
          </>
        )}
        {orders.length === 0 && <Empty isNarrowed={isNarrowed} />}
      </div>
    </>
  );
}

function Empty({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const act = isNarrowed ? (
    <a href={href("/dashboard/orders")} className={buttonClass({})}>
      {t("orders.allAgain")}
    </a>
  ) : (
    <a href={href("/dashboard/new-order")} className={buttonClass({ variant: "filled" })}>
      {t("orders.new")}
    </a>
  );
  return (
    <EmptyState title={t(isNarrowed ? "orders.nothing" : "orders.empty")} action={act}>
      {t(isNarrowed ? "orders.nothingText" : "orders.emptyText")}
    </EmptyState>
  );
}
