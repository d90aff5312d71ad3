import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { requireWallets, walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { StatementPage } from "./statement-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireWallets(args);
  const asked = new URL(args.request.url).searchParams.get("month");
  const month = asked !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : null;
  const [response, assets] = await Promise.all([
    api(args, "memberStatement", { query: month ? { month } : {} }),
    walletAssets(args),
  ]);
  if (!response.ok) throw walletsFailed(args.request, response.problem);
  const t = translator(langOf(args.request));
  return {
    statement: response.data.data,
    span: response.data.meta,
    isBadMonth: asked !== null && asked !== response.data.data.month,
    email: profile.email,
    assets,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("wallets:statement.meta.title"), t("wallets:statement.meta.description")),
  };
}

export default function Statement() {
  return <StatementPage {...useLoaderData<typeof loader>()} />;
}
