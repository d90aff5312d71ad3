import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { datedPage } from "../../components/legal/dated-page.server.ts";
import { DatedText } from "../../components/legal/dated-text.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";

export async function loader(args: LoaderFunctionArgs) {
  return datedPage(args, "accessibility");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Accessibility() {
  return <DatedText document={useLoaderData<typeof loader>().document} />;
}
