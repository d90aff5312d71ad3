import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { ContactPage } from "./contact-page.tsx";

export function loader({ request }: LoaderFunctionArgs) {
  const t = translator(langOf(request));
  return { meta: pageMeta(t("company:contact.title"), t("company:contact.description")) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function ContactUs() {
  return <ContactPage />;
}
