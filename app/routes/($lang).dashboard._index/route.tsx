import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { OrderSummary } from "../../../contract/member/member-orders.ts";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { calculatorOf } from "../../components/calculator/calculator.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { pageOf } from "../../components/calculator/page-of.ts";
import { assetsNamed } from "../../components/dashboard/assets-named.ts";
import { actionOf } from "../../components/dashboard/order-actions.ts";
import { orderFilters } from "../../components/dashboard/order-filters.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { OverviewPage } from "./overview-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export const handle = {
  i18n: ["dashboard", "order", "calculator", "summary", "forms"],
  hydrate: true,
} satisfies PageHandle;

const shownOrders = 3;

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireMember(args);
  const query = { status: [...orderFilters.open], per_page: 50 };
  const [open, market] = await Promise.all([api(args, "memberOrders", { query }), loadMarket(args)]);
  // The list is optional: the page is shown without it when it cannot be loaded.
  const orders = open.ok && market.status !== "unknown" ? open.data : null;
  const sorted = orders && [...orders.data].sort((one, other) => weightOf(one) - weightOf(other)).slice(0, shownOrders);
  const fields = new URL(args.request.url).searchParams;
  const t = translator(langOf(args.request));
  return {
    name: profile.name,
    isVerified: profile.email_verified === 1,
    hasTwoFactor: profile.two_factor.enabled,
    frozenUntil: profile.withdrawals_frozen_until,
    open: orders && sorted && { orders: sorted, total: orders.meta.total },
    assets: market.status === "unknown" || !sorted ? {} : assetsNamed(sorted, market.reply.data.assets),
    calculator: await calculatorOf(market, args, pageOf(fields, market), fields),
    now: new Date().toISOString(),
    meta: pageMeta(t("dashboard:overview.meta.title"), t("dashboard:overview.meta.description")),
  };
}

/** What waits for the member comes first. */
const weightOf = (order: OrderSummary) => (actionOf(order).isTheirs ? 0 : 1);

export default function Overview() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}
