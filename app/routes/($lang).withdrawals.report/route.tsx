import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
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

/** The link's key moves into a cookie, and out of the address. */
export async function loader(args: LoaderFunctionArgs) {
  const { orderToken } = args.context;
  const lang = langOf(args.request);
  if (orderToken !== null) {
    const headers = { "Set-Cookie": await keepFreezeKey(args, "link", orderToken) };
    throw redirect(href(lang, "/withdrawals/report"), { status: 303, headers });
  }
  const t = translator(lang);
  return {
    hasLink: (await freezeKey(args, "link")) !== null,
    days: await freezeDays(args),
    meta: pageMeta(t("freeze:report.meta.title"), t("freeze:report.meta.description")),
  };
}

/** Freezes the account. A link that is too old, or not ours, is told from one that works; nothing else is. */
export async function action(args: ActionFunctionArgs) {
  const key = args.context.orderToken ?? (await freezeKey(args, "link"));
  // The page then says that the link is not whole.
  if (key === null) return data({}, { status: 400 });
  const response = await api(args, "withdrawalsReport", { body: { key } });
  if (response.ok) {
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
  const { hasLink, days } = useLoaderData<typeof loader>();
  const texts = {
    title: t("report.title"),
    lead: days === null ? t("report.lead") : t("report.leadDays", { count: days }),
    submit: t("report.submit"),
    pressed: t("report.pressed"),
    done: "",
    noKey: t("report.noKey"),
  };
  const next = { label: t("report.next"), href: useHref()("/reset") };
  const link = { key: hasLink ? "kept" : null, isDone: false };
  return <KeyPage link={link} actionData={actionData} icon={ShieldCheck} texts={texts} next={next} />;
}
