import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { qrOf } from "../../components/qr/qr.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { openWallet } from "../../components/wallets/open-wallet.server.ts";
import { requireWallets, walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { chosenAsset } from "./chosen-asset.ts";
import { DepositPage } from "./deposit-page.tsx";
import { sandboxDepositForm } from "./sandbox-form.server.ts";

export const handle = { i18n: ["wallets", "dashboard", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireWallets(args);
  const [currenciesAnswer, assets] = await Promise.all([api(args, "balanceCurrencies", {}), walletAssets(args)]);
  if (!currenciesAnswer.ok) throw walletsFailed(args.request, currenciesAnswer.problem);
  const currencies = currenciesAnswer.data.data.filter(({ asset }) => assets[asset]);
  const asset = chosenAsset(new URL(args.request.url).searchParams, currencies, assets);
  const currency = currencies.find((candidate) => candidate.asset === asset);
  if (!currency) throw notFound(args.request);
  const walletAnswer = await api(args, "balanceCoin", { query: { asset: currency.asset } });
  if (!walletAnswer.ok && walletAnswer.problem.code !== "not_found")
    throw walletsFailed(args.request, walletAnswer.problem);
  const wallet = walletAnswer.ok ? walletAnswer.data.data : null;
  const symbol = assets[currency.asset]?.symbol;
  const t = translator(langOf(args.request));
  return {
    wallet,
    currency,
    choices: currencies.map((choice) => choice.asset),
    assets,
    qr: wallet?.deposit ? qrOf(wallet.deposit.uri ?? wallet.deposit.address) : null,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("wallets:deposit.meta.title", { symbol }), t("wallets:deposit.meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  await requireWallets(args);
  const isOpening = (await args.request.clone().formData()).get("intent") === "open";
  if (isOpening) throw backTo(args, await openWallet(args));
  const form = await parseForm(args.request, sandboxDepositForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const { intent, ...body } = form.value;
  const played = await api(args, "sandboxDeposits", { body: { ...body, event: intent } });
  if (!played.ok) return data({ reply: form.refused(played.problem) }, { status: played.problem.status });
  throw backTo(args, body.asset);
}

/** A redirect, so that a reload repeats nothing. */
function backTo({ request }: RouteArgs, asset: string): Response {
  const query = new URLSearchParams({ asset });
  return redirectDocument(href(langOf(request), `/dashboard/wallets/deposit?${query}`), 303);
}

export default function Deposit() {
  return <DepositPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
