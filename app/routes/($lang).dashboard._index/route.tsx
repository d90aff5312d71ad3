import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMember } from "../../auth/member.server.ts";
import { calculatorOf } from "../../components/calculator/calculator.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { pageOf } from "../../components/calculator/page-of.ts";
import { assetsNamed } from "../../components/dashboard/assets-named.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { isHintClosed } from "../../http/preferences/closed-hint.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { memberOverview } from "./member-overview.server.ts";
import { OverviewPage } from "./overview-page.tsx";
import { type OverviewWallets, overviewWallets } from "./overview-wallets.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export const handle = {
  i18n: ["dashboard", "order", "calculator", "summary", "wallets", "withdrawals"],
  hydrate: true,
  form: ({ calculator }: { calculator: { status: string } }) => calculator.status === "open",
} satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireMember(args);
  const [{ open, recent, confirmations }, money, market] = await Promise.all([
    memberOverview(args),
    overviewWallets(args),
    loadMarket(args),
  ]);
  const fields = new URL(args.request.url).searchParams;
  const t = translator(langOf(args.request));
  const isMarketKnown = market.status !== "unknown";
  const named = [...(open?.orders ?? []), ...(recent?.orders ?? [])];
  return {
    name: profile.name,
    isVerified: profile.email_verified === 1,
    hasTwoFactor: profile.two_factor.enabled,
    hasChanged: profile.withdrawals_frozen_until !== null,
    isHintClosed: isHintClosed(args.request),
    // The lists are optional: the page is shown without them when they cannot be loaded.
    open: isMarketKnown ? open : null,
    recent: isMarketKnown ? recent : null,
    confirmations,
    money,
    assets: isMarketKnown ? assetsNamed(named, market.reply.data.assets, walletAssetsOf(money)) : {},
    calculator: await calculatorOf(market, args, pageOf(fields, market), fields),
    now: new Date().toISOString(),
    meta: pageMeta(t("dashboard:overview.meta.title"), t("dashboard:overview.meta.description")),
  };
}

function walletAssetsOf(money: OverviewWallets) {
  return money.status === "known" ? [...money.wallets, ...(money.transactions ?? []), ...money.pending] : [];
}

export default function Overview() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}
