import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestedPath } from "../../auth/sign-in-path.ts";
import { requestedEmail } from "../../components/account/steps/code-step.server.ts";
import { postEmail } from "../../components/account/steps/email-form.server.ts";
import { EmailStepPage } from "../../components/account/steps/email-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";

export const handle = { i18n: ["auth", "check", "forms"], hydrate: true, form: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const lang = langOf(args.request);
  const next = requestedPath(args.request.url, lang);
  const requested = await requestedEmail(args, "reset");
  const t = translator(lang);
  return { next, requested, meta: pageMeta(t("auth:reset.meta.title"), t("auth:reset.meta.description")) };
}

export const action = (args: ActionFunctionArgs) => postEmail(args, "reset");

export default function Reset() {
  const { next, requested } = useLoaderData<typeof loader>();
  return <EmailStepPage name="reset" next={next} requested={requested} reply={useActionData<typeof action>()?.reply} />;
}
