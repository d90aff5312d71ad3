import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { forgetForm, keptForm } from "../../auth/cookies/kept-form.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { requireWallets } from "../../components/wallets/wallets.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { askWithdrawal } from "./ask-withdrawal.server.ts";
import { fillIn } from "./fill-in.server.ts";
import { loadWithdrawalPage } from "./load-withdrawal-page.server.ts";
import { hasAmountForm } from "./new-withdrawal.ts";
import { NewWithdrawalPage } from "./new-withdrawal-page.tsx";

export const handle = {
  i18n: ["withdrawals", "wallets", "dashboard", "forms", "address"],
  hydrate: true,
  form: hasAmountForm,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireWallets(args);
  const restoredForm = await keptForm(args);
  const page = await loadWithdrawalPage(args, restoredForm);
  const t = translator(langOf(args.request));
  const pageData = {
    ...page,
    frozenUntil: profile.withdrawals_frozen_until,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("withdrawals:new.meta.title"), t("withdrawals:new.meta.description")),
  };
  return data(pageData, { headers: restoredForm ? { "Set-Cookie": forgetForm() } : {} });
}

export async function action(args: ActionFunctionArgs) {
  await requireWallets(args);
  const form = await args.request.clone().formData();
  const intent = form.has("saved") ? "saved" : form.get("intent");
  if (intent === "all" || intent === "saved") return fillIn(args, form);
  return askWithdrawal(args, intent === "quote");
}

export default function NewWithdrawal() {
  return <NewWithdrawalPage {...useLoaderData<typeof loader>()} />;
}
