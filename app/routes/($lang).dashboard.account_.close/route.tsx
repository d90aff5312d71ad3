import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { forgetForm } from "../../auth/cookies/kept-form.server.ts";
import { clearPending } from "../../auth/cookies/pending-cookie.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { signInPath } from "../../auth/sign-in-path.ts";
import { accountPage } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { walletAssets } from "../../components/wallets/wallets.server.ts";
import { endSession } from "../../cookies/session-cookie.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { failed } from "../../http/response/fail.server.ts";
import { formatYears } from "../../i18n/format.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { env } from "../../settings/env.server.ts";
import { closeForm } from "./close-form.server.ts";
import { ClosePage } from "./close-page.tsx";
import { openOrders } from "./open-orders.server.ts";

export const handle = {
  i18n: ["account", "dashboard", "forms", "order"],
  hydrate: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireMember(args);
  const [open, closing, assets] = await Promise.all([
    openOrders(args),
    api(args, "memberClosing", {}),
    walletAssets(args),
  ]);
  if (!open.ok) throw failed(args.request, open.problem);
  if (!closing.ok) throw failed(args.request, closing.problem);
  const { common, headers } = await accountPage(args, "close");
  const recordTime = formatYears(langOf(args.request), env.COMPANY.recordYears);
  const page = {
    ...common,
    recordTime,
    hasPassword: profile.sign_in.password,
    hasTwoFactor: profile.two_factor.enabled,
  };
  const { wallets, leftovers, rewards_due: rewardsDue } = closing.data.data;
  return data({ ...page, open: open.orders, total: open.total, wallets, leftovers, rewardsDue, assets }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const form = await parseForm(args.request, closeForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const { sure: _, give_up_leftovers: consent, ...proof } = form.value;
  const body = { ...proof, give_up_leftovers: consent === "on" };
  const closed = await api(args, "memberClose", { body });
  if (!closed.ok) return data({ reply: form.refused(closed.problem) }, { status: closed.problem.status });
  const headers = new Headers();
  for (const cookie of [endSession(), clearPending(), forgetForm()]) headers.append("Set-Cookie", cookie);
  throw redirectDocument(signInPath(langOf(args.request), "/sign-in", null, { why: "closed" }), {
    status: 303,
    headers,
  });
}

export default function Close() {
  return <ClosePage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
