import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { termsVersion } from "../../../contract/terms.ts";
import { ExceptionTable } from "../../components/rules/exception-table.tsx";
import { metaTags } from "../../components/shell/meta-tags.ts";
import { TextPage } from "../../components/shell/text-page.tsx";
import { textPageMeta } from "../../components/shell/text-page-meta.server.ts";
import { formatDate } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return { meta: textPageMeta(request, "terms") };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

/** The terms that the service takes consent to, with the exceptions that are a part of them. */
export default function Terms() {
  return (
    <TextPage name="terms" values={{ date: formatDate(useLang(), termsVersion) }}>
      <div className="mt-10 max-w-[48rem]">
        <ExceptionTable />
      </div>
    </TextPage>
  );
}
