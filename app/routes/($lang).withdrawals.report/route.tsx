import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { api } from "../../api/client.server.ts";
import { freezeKey, keepFreezeKey } from "../../auth/cookies/freeze-cookie.server.ts";
import { freezeDays } from "../../components/freeze/freeze-days.server.ts";
import { KeyPage, type KeyPageResult } from "../../components/key-page/key-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { endSession } from "../../cookies/session-cookie.server.ts";
import { refusedReply } from "../../forms/form-reply.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

/**
 * The link's key moves into a cookie, and out of the address. A browser that sent none may keep none: there the key is a field of the
 * form as well, and a script takes it out of the address.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { orderToken } = args.context;
  const lang = langOf(args.request);
  const cookie = orderToken === null ? undefined : await keepFreezeKey(args, "link", orderToken);
  if (cookie !== undefined && args.request.headers.has("Cookie"))
    throw redirect(href(lang, "/withdrawals/report"), { status: 303, headers: { "Set-Cookie": cookie } });
  const t = translator(lang);
  const page = {
    key: orderToken ?? (await freezeKey(args, "link")),
    days: await freezeDays(args),
    meta: pageMeta(t("freeze:report.meta.title"), t("freeze:report.meta.description")),
  };
  return data(page, cookie === undefined ? {} : { headers: { "Set-Cookie": cookie } });
}

/** Freezes the account. A link that is too old, or not ours, is told from one that works; nothing else is. */
export async function action(args: ActionFunctionArgs) {
  const { orderToken } = args.context;
  const field = (await args.request.formData()).get("key");
  const storedKey = await freezeKey(args, "link");
  const key = typeof field === "string" && field !== "" ? field : (orderToken ?? storedKey);
  // The page then says that the link is not whole.
  if (key === null) return data({}, { status: 400 });
  const response = await api(args, "withdrawalsReport", { body: { key } });
  if (response.ok) {
    // The next page knows of the freeze by a cookie.
    if (storedKey === null) return { done: true };
    const headers = new Headers({ "Set-Cookie": await keepFreezeKey(args, "freeze", response.data.data.key) });
    headers.append("Set-Cookie", endSession());
    throw redirectDocument(href(langOf(args.request), "/stopped"), { status: 303, headers });
  }
  const { status, code } = response.problem;
  const isOld = code === "not_found" || code === "code_expired";
  if (isOld) return data({ old: translator(langOf(args.request))("freeze:report.old") }, { status });
  return data({ reply: refusedReply(langOf(args.request), {}, response.problem) }, { status });
}

export default function Report() {
  const { t } = useTranslation("freeze");
  const actionData: KeyPageResult | undefined = useActionData<typeof action>();
  const { key, days } = useLoaderData<typeof loader>();
  useEffect(() => window.history.replaceState(window.history.state, "", window.location.pathname), []);
  const texts = {
    title: t("report.title"),
    lead: days === null ? t("report.lead") : t("report.leadDays", { count: days }),
    submit: t("report.submit"),
    pressed: t("report.pressed"),
    done: t("report.done"),
    noKey: t("report.noKey"),
  };
  const next = { label: t("report.next"), href: useHref()("/reset") };
  const link = { key, isDone: false };
  return <KeyPage link={link} isKeyInForm actionData={actionData} icon={ShieldCheck} texts={texts} next={next} />;
}
