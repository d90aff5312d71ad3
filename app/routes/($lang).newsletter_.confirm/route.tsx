import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { KeyPage, type KeyPageResult } from "../../components/key-page/key-page.tsx";
import { openedLink } from "../../components/key-page/opened-link.server.ts";
import { pressKey } from "../../components/key-page/press-key.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { MailCheck } from "../../ui/icons/icons.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    link: openedLink(args),
    meta: pageMeta(t("newsletter:confirm.meta.title"), t("newsletter:confirm.meta.description")),
  };
}

export function action(args: ActionFunctionArgs) {
  const locale = langOf(args.request);
  const t = translator(locale);
  return pressKey(args, (key) => api(args, "subscribeConfirm", { body: { token: key, locale } }), {
    not_found: t("newsletter:confirm.old"),
  });
}

export default function ConfirmSubscription() {
  const { t } = useTranslation("newsletter");
  const actionData: KeyPageResult | undefined = useActionData<typeof action>();
  const texts = {
    title: t("confirm.title"),
    lead: `${t("confirm.lead")} ${t("consent")}`,
    submit: t("confirm.submit"),
    pressed: t("confirm.pressed"),
    done: t("confirm.done"),
    noKey: t("confirm.noKey"),
  };
  return <KeyPage link={useLoaderData<typeof loader>().link} actionData={actionData} icon={MailCheck} texts={texts} />;
}
