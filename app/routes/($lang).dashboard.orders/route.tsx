import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { assetsNamed } from "../../components/dashboard/assets-named.ts";
import { apiQuery, readOrderListQuery } from "../../components/dashboard/order-list-query.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { failed } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { OrdersPage } from "./orders-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const { query, badDate } = readOrderListQuery(new URL(args.request.url));
  const [list, market] = await Promise.all([api(args, "memberOrders", { query: apiQuery(query) }), loadMarket(args)]);
  if (!list.ok) throw failed(args.request, list.problem);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const t = translator(langOf(args.request));
  return {
    query,
    badDate,
    orders: list.data.data,
    pages: list.data.meta,
    assets: assetsNamed(list.data.data, market.reply.data.assets, list.data.meta.totals),
    meta: pageMeta(t("dashboard:orders.meta.title"), t("dashboard:orders.meta.description")),
  };
}

export default function Orders() {
  return <OrdersPage {...useLoaderData<typeof loader>()} />;
}
