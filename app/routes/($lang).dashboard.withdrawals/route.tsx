import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { requireWallets, walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { sendCode, turnOff, turnOn } from "./addresses-only-actions.server.ts";
import { WithdrawalsPage } from "./withdrawals-page.tsx";

const perPage = 20;
const mostPages = 100_000;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireWallets(args);
  const page = pageOf(args.request);
  const [list, assets] = await Promise.all([
    api(args, "withdrawalsList", { query: { page, per_page: perPage } }),
    walletAssets(args),
  ]);
  if (!list.ok) throw walletsFailed(args.request, list.problem);
  const t = translator(langOf(args.request));
  return {
    withdrawals: list.data.data,
    pages: list.data.meta,
    assets,
    only: profile.withdrawal_addresses_only,
    hasAuthenticator: profile.two_factor.enabled,
    email: profile.email,
    frozenUntil: profile.withdrawals_frozen_until,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("withdrawals:list.meta.title"), t("withdrawals:list.meta.description")),
  };
}

/** Only the limit to saved addresses is changed here. */
export async function action(args: ActionFunctionArgs) {
  await requireWallets(args);
  const intent = (await args.request.clone().formData()).get("intent");
  if (intent === "only_off") return turnOff(args);
  return intent === "only_code" ? sendCode(args) : turnOn(args);
}

/** An invalid one is the first. */
function pageOf(request: Request): number {
  const page = Number(new URL(request.url).searchParams.get("page") ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= mostPages ? page : 1;
}

export default function Withdrawals() {
  return <WithdrawalsPage {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}
