import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { termsVersion } from "../../../contract/order/terms.ts";
import { rulesOfVersion } from "../../components/legal/legal-documents.server.ts";
import { legalValues } from "../../components/legal/legal-values.ts";
import { rulesOf } from "../../components/rules/rules.server.ts";
import { withoutParts } from "../../components/shell/page/answered-question.ts";
import { contentMeta } from "../../components/shell/page/content-meta.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { env } from "../../settings/env.server.ts";
import { FaqPage } from "./faq-page.tsx";
import { longestSearch } from "./matching-groups.ts";
import { shownGroups } from "./shown-groups.ts";

export async function loader(args: LoaderFunctionArgs) {
  const rules = await rulesOf(args);
  const operator = { company: env.COMPANY, brand: env.BRAND_NAME, email: env.SUPPORT_EMAIL };
  const values = legalValues(langOf(args.request), operator, rules ?? rulesOfVersion(termsVersion));
  const groups = shownGroups(
    translator(langOf(args.request))("content:faq.groups", { returnObjects: true, ...values }),
    values,
  );
  const questions = groups.flatMap((group) =>
    group.questions.map(({ question, answer }) => ({ question, answer: withoutParts(answer) })),
  );
  const search = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, longestSearch);
  return { meta: contentMeta(args.request, "faq"), rules, values, questions, search };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Faq() {
  return <FaqPage {...useLoaderData<typeof loader>()} />;
}
