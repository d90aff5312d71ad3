import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { formatExactPercent } from "../../i18n/format.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { env } from "../../settings/env.server.ts";
import { loadEarn } from "./earn-page.server.ts";
import { EarnPage } from "./earn-page.tsx";
import { earnQuestions, earnWords } from "./earn-words.ts";

export const handle = { form: true } satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  if (env.AFFILIATES === "off") throw notFound(args.request);
  const loaded = await loadEarn(args);
  const lang = langOf(args.request);
  const t = translator(lang);
  const words = earnWords(lang, loaded);
  const percent = formatExactPercent(lang, loaded.terms.tiers[0]?.percent ?? "0");
  return {
    meta: pageMeta(t("earn:meta.title", { percent }), t("earn:meta.description", words)),
    page: loaded,
    questions: earnQuestions(t("earn:questions.list", { returnObjects: true, ...words })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Earn() {
  const { page, questions } = useLoaderData<typeof loader>();
  return <EarnPage data={page} questions={questions} />;
}
