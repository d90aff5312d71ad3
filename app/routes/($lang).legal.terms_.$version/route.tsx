import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { termsPage } from "../../components/legal/terms-page.server.ts";
import { TermsText } from "../../components/legal/terms-text.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { notFound } from "../../http/response/fail.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const page = await termsPage(args, args.params.version ?? "");
  if (page === null) throw notFound(args.request);
  return page;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

/** The terms that an order accepted, also long after they have changed. */
export default function TermsOfVersion() {
  return <TermsText {...useLoaderData<typeof loader>()} />;
}
