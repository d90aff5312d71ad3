import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { AccountFreeze } from "../../../contract/member/freeze.ts";
import { api } from "../../api/client.server.ts";
import { freezeKey } from "../../auth/cookies/freeze-cookie.server.ts";
import { requestFreezeCode } from "../../auth/request-code.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { refusedReply } from "../../forms/form-reply.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed } from "../../http/response/fail.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { StoppedPage } from "./stopped-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

/** What a freeze has stopped: by the key that it left in this browser, or by the member's session. */
export async function loader(args: LoaderFunctionArgs) {
  const [freeze, market, hours] = await Promise.all([
    shownFreeze(args),
    loadMarket(args),
    api(args, "supportHours", {}),
  ]);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const t = translator(langOf(args.request));
  return data({
    freeze,
    assets: Object.fromEntries(market.reply.data.assets.map((asset) => [asset.id, asset])),
    hours: hours.ok ? hours.data.data : null,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("freeze:stopped.meta.title"), t("freeze:stopped.meta.description")),
  });
}

/** Emails the code for a new password to the frozen account's own address, and goes on where a reset does. */
export async function action(args: ActionFunctionArgs) {
  const requested = await requestFreezeCode(args, await freezeKey(args, "freeze"));
  if (!requested.ok) {
    const reply = refusedReply(langOf(args.request), {}, requested.problem);
    return data({ reply }, { status: requested.problem.status });
  }
  throw redirectDocument(href(langOf(args.request), "/reset/code"), {
    status: 303,
    headers: { "Set-Cookie": requested.cookie },
  });
}

async function shownFreeze(args: RouteArgs): Promise<AccountFreeze> {
  const key = await freezeKey(args, "freeze");
  const byKey = key === null ? null : await api(args, "memberFreezeShow", { body: { key } });
  const response = byKey?.ok ? byKey : await api(args, "memberFreezeShow", { body: {} });
  if (response.ok) return response.data.data;
  // Nothing is frozen, or this browser does not know of it: a member sees so in the profile, a guest signs in first.
  if (response.problem.status === 404) throw redirect(href(langOf(args.request), "/dashboard/account"), 303);
  throw failed(args.request, response.problem);
}

export default function Stopped() {
  return <StoppedPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
