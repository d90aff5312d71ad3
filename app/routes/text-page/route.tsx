import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { textPages } from "../../http/paths/text-pages.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { splitPath } from "../../i18n/languages.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translatorOf } from "../../i18n/texts/texts.server.ts";
import { TextPageView } from "./text-page-view.tsx";

/** Every page of the list `textPages`: `app/routes.ts` gives each an address. */
export function loader({ request }: LoaderFunctionArgs) {
  const { path } = splitPath(new URL(request.url).pathname);
  const page = textPages.find((textPage) => textPage.path === path);
  if (!page) throw notFound(request);
  const t = translatorOf(langOf(request), "pages");
  return { name: page.name, meta: pageMeta(t(`${page.name}.title`), t(`${page.name}.description`)) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function TextPage() {
  const { name } = useLoaderData<typeof loader>();
  return <TextPageView name={name} />;
}
