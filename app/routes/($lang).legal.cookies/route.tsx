import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { partnerAnswerOf } from "../../partners/partner-answer.ts";
import { env } from "../../settings/env.server.ts";
import { CookieSettings } from "./cookie-settings.tsx";

export function loader({ request, context }: LoaderFunctionArgs) {
  // It shows this visitor's answer.
  context.personal = true;
  const t = translator(langOf(request));
  return {
    meta: pageMeta(t("cookies:settings.pageTitle"), t("cookies:settings.description")),
    partner: env.AFFILIATES === "on" ? partnerAnswerOf(request) : null,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Cookies() {
  return <CookieSettings partner={useLoaderData<typeof loader>().partner} />;
}
