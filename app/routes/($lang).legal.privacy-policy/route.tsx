import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { TextPage } from "../../components/shell/page/text-page.tsx";
import { textPageMeta } from "../../components/shell/page/text-page-meta.server.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return { meta: textPageMeta(request, "privacy") };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function PrivacyPolicy() {
  return <TextPage name="privacy" />;
}
