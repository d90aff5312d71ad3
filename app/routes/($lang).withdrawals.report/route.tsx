import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { type KeyAnswer, KeyPage } from "../../components/key-page/key-page.tsx";
import { openedLink } from "../../components/key-page/opened-link.server.ts";
import { pressKey } from "../../components/key-page/press-key.server.ts";
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
    link: openedLink(args),
    meta: pageMeta(t("withdrawals:report.meta.title"), t("withdrawals:report.meta.description")),
  };
}

/** Freezes the account. A link that is too old, or not ours, is told from one that works; nothing else is. */
export function action(args: ActionFunctionArgs) {
  const t = translator(langOf(args.request));
  return pressKey(args, (key) => api(args, "withdrawalsReport", { body: { key } }), {
    not_found: t("withdrawals:report.old"),
    code_expired: t("withdrawals:report.old"),
  });
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
  const { link } = useLoaderData<typeof loader>();
  return <KeyPage link={link} answer={answer} icon={ShieldCheck} texts={texts} next={next} />;
}
