import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiDocument } from "../../api/api-document.server.ts";
import { contentMeta } from "../../components/shell/page/content-meta.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { DevelopersPage } from "./developers-page.tsx";
import { referenceOf } from "./reference.ts";

/** The API's documentation, made from the OpenAPI document that the service serves. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const document = await apiDocument();
  // Without the document the page must not be kept for other visitors.
  if (!document) context.callFailed = true;
  return {
    meta: contentMeta(request, "developers"),
    guide: document?.info.description ?? null,
    reference: document && referenceOf(document),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function Developers() {
  const { guide, reference } = useLoaderData<typeof loader>();
  return <DevelopersPage guide={guide} reference={reference} />;
}
