import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAffiliates } from "../../components/affiliates/affiliates.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { loadAffiliates } from "./affiliates-page.server.ts";
import { AffiliatesPage } from "./affiliates-page.tsx";
import { changeAffiliates } from "./change-links.server.ts";

export const handle = {
  i18n: ["affiliates", "dashboard", "forms", "rates"],
  hydrate: true,
  form: ({ partner }: { partner: unknown }) => partner !== null,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireAffiliates(args);
  const t = translator(langOf(args.request));
  const meta = pageMeta(t("affiliates:meta.title"), t("affiliates:meta.description"));
  return { ...(await loadAffiliates(args)), meta };
}

export async function action(args: ActionFunctionArgs) {
  await requireAffiliates(args);
  return changeAffiliates(args);
}

export default function Affiliates() {
  return <AffiliatesPage {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}
