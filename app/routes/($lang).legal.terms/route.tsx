import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { termsVersion } from "../../../contract/order/terms.ts";
import { AssetRules } from "../../components/rules/asset-rules.tsx";
import { ExceptionTable } from "../../components/rules/exception-table.tsx";
import { rulesOf } from "../../components/rules/rules.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { TextPage } from "../../components/shell/page/text-page.tsx";
import { textPageMeta } from "../../components/shell/page/text-page-meta.server.ts";
import { formatDate } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";

export async function loader(args: LoaderFunctionArgs) {
  return { meta: textPageMeta(args.request, "terms"), rules: await rulesOf(args) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

/** The terms to which the service records consent, with the exceptions that belong to them. */
export default function Terms() {
  const lang = useLang();
  const { rules } = useLoaderData<typeof loader>();
  return (
    <TextPage name="terms" values={{ date: formatDate(lang, termsVersion) }}>
      <div className="mt-10 max-w-[48rem] space-y-10">
        <ExceptionTable rules={rules} show="all" />
        {rules && <AssetRules assets={rules.assets} />}
      </div>
    </TextPage>
  );
}
