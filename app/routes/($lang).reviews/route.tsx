import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { failed } from "../../http/response/fail.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { readReviewQuery } from "./review-query.server.ts";
import { reviewsAddress } from "./reviews-address.ts";
import { ReviewsPage } from "./reviews-page.tsx";

/** Without scripts: bars, tabs and pages are links, the language is a GET form. */
export async function loader(args: LoaderFunctionArgs) {
  const query = readReviewQuery(args.request.url);
  const [response, market] = await Promise.all([api(args, "reviewsList", { query }), loadMarket(args)]);
  if (!response.ok) throw failed(args.request, response.problem);
  const lang = langOf(args.request);
  const { data, meta: pages } = response.data;
  if (query.page > pages.pages) throw redirect(href(lang, reviewsAddress({ ...query, page: pages.pages })));
  const assets = market.status === "unknown" ? [] : market.reply.data.assets;
  const t = translator(lang);
  return {
    ...data,
    pages,
    query,
    assets: Object.fromEntries(assets.map((asset) => [asset.id, asset])),
    meta: pageMeta(t("reviews:meta.title"), t("reviews:meta.description")),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Reviews() {
  return <ReviewsPage {...useLoaderData<typeof loader>()} />;
}
