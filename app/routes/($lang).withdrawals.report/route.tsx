import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { parseKeyForm } from "../../components/key-page/key-form.server.ts";
import { type KeyAnswer, KeyPage } from "../../components/key-page/key-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    key: args.context.orderToken,
    meta: pageMeta(t("withdrawals:report.meta.title"), t("withdrawals:report.meta.description")),
  };
}

/** Freezes the account. A link that is too old, or not ours, is told from one that works; nothing else is. */
export async function action(args: ActionFunctionArgs) {
  const form = await parseKeyForm(args);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const reported = await api(args, "withdrawalsReport", { body: form.value });
  if (reported.ok) return { done: true };
  const { status, code } = reported.problem;
  const t = translator(langOf(args.request));
  if (code === "not_found" || code === "code_expired") return data({ old: t("withdrawals:report.old") }, { status });
  return data({ reply: form.refused(reported.problem) }, { status });
}

export default function ReportWithdrawal() {
  const { t } = useTranslation("withdrawals");
  const answer: KeyAnswer | undefined = useActionData<typeof action>();
  const texts = {
    title: t("report.title"),
    lead: t("report.lead"),
    submit: t("report.submit"),
    pressed: t("report.pressed"),
    done: t("report.done"),
    noKey: t("report.noKey"),
  };
  const next = { label: t("report.next"), href: useHref()("/reset") };
  const { key } = useLoaderData<typeof loader>();
  return <KeyPage linkKey={key} answer={answer} icon={ShieldCheck} texts={texts} next={next} />;
}
