import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AssetRules } from "../../components/rules/asset-rules.tsx";
import { ExceptionTable } from "../../components/rules/exception-table.tsx";
import { rulesOf } from "../../components/rules/rules.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { textPageMeta } from "../../components/shell/page/text-page-meta.server.ts";
import { WithEmailLink } from "../../components/shell/page/with-email-link.tsx";
import { useSite } from "../../components/shell/site.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Question } from "../../ui/disclosure.tsx";

export async function loader(args: LoaderFunctionArgs) {
  return { meta: textPageMeta(args.request, "faq"), rules: await rulesOf(args) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Faq() {
  const { t } = useTranslation("content");
  const email = useSite()?.supportEmail ?? "";
  const { rules } = useLoaderData<typeof loader>();
  return (
    <div className="page-width py-10 lg:py-14">
      <h1 className="text-h1">{t("faq.heading")}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">
        <WithEmailLink text={t("faq.lead", { email })} />
      </p>
      <div className="mt-8 max-w-[48rem] border-t border-line">
        {t("faq.questions", { returnObjects: true }).map(({ question, answer }) => (
          <Question key={question} title={question}>
            {answer}
          </Question>
        ))}
      </div>
      <div className="mt-12 max-w-[48rem] space-y-10">
        <div>
          <ExceptionTable rules={rules} show="all" paysBy="crypto" folded="open" ofKind />
          <ExceptionTable rules={rules} show="all" paysBy="ewallet" folded="closed" ofKind />
        </div>
        {rules && <AssetRules assets={rules.assets} />}
      </div>
    </div>
  );
}
