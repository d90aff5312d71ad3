import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { assetsNamed } from "../../components/dashboard/assets-named.ts";
import { orderFilters } from "../../components/dashboard/order-filters.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { OverviewPage } from "./overview-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

const shownOrders = 5;

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireMember(args);
  const query = { status: [...orderFilters.open], per_page: shownOrders };
  const [open, market] = await Promise.all([api(args, "memberOrders", { query }), loadMarket(args)]);
  // The list is optional: the page is shown without it when it cannot be loaded.
  const orders = open.ok && market.status !== "unknown" ? open.data : null;
  const t = translator(langOf(args.request));
  return {
    name: profile.name,
    isVerified: profile.email_verified === 1,
    hasTwoFactor: profile.two_factor.enabled,
    frozenUntil: profile.withdrawals_frozen_until,
    open: orders && { orders: orders.data, total: orders.meta.total },
    assets: market.status === "unknown" || !orders ? {} : assetsNamed(orders.data, market.reply.data.assets),
    meta: pageMeta(t("dashboard:overview.meta.title"), t("dashboard:overview.meta.description")),
  };
}

export default function Overview() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}
