import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { freezeDays } from "../../components/freeze/freeze-days.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { requireWallets, walletAssets, walletsFailed } from "../../components/wallets/wallets.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { ConfirmWithdrawalPage } from "./confirm-page.tsx";
import { FollowPage } from "./follow-page.tsx";
import {
  cancelWithdrawal,
  confirmWithdrawal,
  freezeForWithdrawal,
  sendAnotherCode,
} from "./withdrawal-actions.server.ts";

export const handle = {
  i18n: ["withdrawals", "wallets", "auth", "dashboard", "forms"],
  hydrate: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireWallets(args);
  const id = idOf(args.params);
  const [withdrawalAnswer, assets, saved, days] = await Promise.all([
    api(args, "withdrawalsShow", { query: { id } }),
    walletAssets(args),
    api(args, "memberAddresses", { query: {} }),
    freezeDays(args),
  ]);
  if (!withdrawalAnswer.ok) throw walletsFailed(args.request, withdrawalAnswer.problem);
  const withdrawal = withdrawalAnswer.data.data;
  const { searchParams } = new URL(args.request.url);
  const t = translator(langOf(args.request));
  const isPending = withdrawal.status === "confirm_pending";
  return data({
    withdrawal,
    assets,
    email: profile.email,
    frozenUntil: profile.withdrawals_frozen_until,
    freezeDays: days,
    wantsRecovery: searchParams.get("with") === "recovery",
    isSaved:
      saved.ok &&
      saved.data.data.some(({ asset, account }) => asset === withdrawal.asset && account === withdrawal.account),
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(
      t(isPending ? "withdrawals:confirm.meta.title" : "withdrawals:one.meta.title"),
      t("withdrawals:one.meta.description"),
    ),
  });
}

export async function action(args: ActionFunctionArgs) {
  await requireWallets(args);
  const id = idOf(args.params);
  switch ((await args.request.clone().formData()).get("intent")) {
    case "resend":
      return sendAnotherCode(args, id);
    case "cancel":
      return cancelWithdrawal(args, id, `/dashboard/withdrawals/${id}`);
    case "edit":
      return cancelWithdrawal(args, id, `/dashboard/withdrawals/new?again=${id}`);
    case "not_me":
      return freezeForWithdrawal(args);
    default:
      return confirmWithdrawal(args, id);
  }
}

const idOf = ({ withdrawal = "" }: ActionFunctionArgs["params"]) => withdrawal.slice(0, 64);

export default function OneWithdrawal() {
  const page = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const isPending = page.withdrawal.status === "confirm_pending";
  return isPending ? (
    <ConfirmWithdrawalPage {...page} actionData={actionData} />
  ) : (
    <FollowPage {...page} reply={actionData?.reply} />
  );
}
