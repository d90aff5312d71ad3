import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestedPath } from "../../auth/sign-in-path.ts";
import { postEmail } from "../../components/account/steps/email-form.server.ts";
import { EmailPage } from "../../components/account/steps/email-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";

export const handle = { i18n: ["auth", "check", "forms", "problems"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader({ request }: LoaderFunctionArgs) {
  const next = requestedPath(request.url, langOf(request));
  const t = translator(langOf(request));
  return { next, meta: pageMeta(t("auth:reset.meta.title"), t("auth:reset.meta.description")) };
}

export const action = (args: ActionFunctionArgs) => postEmail(args, "reset");

export default function Reset() {
  const { next } = useLoaderData<typeof loader>();
  return <EmailPage name="reset" next={next} reply={useActionData<typeof action>()?.reply} />;
}
