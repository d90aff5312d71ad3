import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { statusPage } from "./status-page.server.ts";
import { StatusPage } from "./status-page.tsx";

/** How the exchange has worked, from orders and measurements. Shown with the last known figures if nothing answers. */
export async function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    meta: pageMeta(t("status:meta.title"), t("status:meta.description")),
    feed: { title: t("status:feed.link"), href: href(langOf(args.request), "/status.xml") },
    page: await statusPage(args),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...metaTags(data?.meta),
  ...(data ? [{ tagName: "link", rel: "alternate", type: "application/atom+xml", ...data.feed }] : []),
];

export default function Status() {
  return <StatusPage page={useLoaderData<typeof loader>().page} />;
}
