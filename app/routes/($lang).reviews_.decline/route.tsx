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
import { MailX } from "../../ui/icons/icons.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    link: openedLink(args),
    meta: pageMeta(t("reviews:decline.meta.title"), t("reviews:decline.meta.description")),
  };
}

export function action(args: ActionFunctionArgs) {
  return pressKey(args, (key) => api(args, "reviewsDecline", { body: { key } }));
}

export default function DeclineInvitations() {
  const { t } = useTranslation("reviews");
  const actionData: KeyPageResult | undefined = useActionData<typeof action>();
  const texts = {
    title: t("decline.title"),
    lead: t("decline.lead"),
    submit: t("decline.submit"),
    pressed: t("decline.pressed"),
    done: t("decline.done"),
    noKey: t("decline.noKey"),
  };
  return <KeyPage link={useLoaderData<typeof loader>().link} actionData={actionData} icon={MailX} texts={texts} />;
}
