import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { membershipOf } from "../../auth/member.server.ts";
import { requestedPath, signInPath } from "../../auth/sign-in-path.ts";
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
  const next = requestedPath(args.request.url, langOf(args.request));
  const { status } = await membershipOf(args);
  if (status === "member") throw redirect(next ?? signInPath(langOf(args.request), "/dashboard"), 303);
  const requested = await requestedEmail(args, "sign-up");
  const t = translator(langOf(args.request));
  return { next, requested, meta: pageMeta(t("auth:signUp.meta.title"), t("auth:signUp.meta.description")) };
}

export const action = (args: ActionFunctionArgs) => postEmail(args, "sign-up");

export default function SignUp() {
  const { next, requested } = useLoaderData<typeof loader>();
  return (
    <EmailStepPage name="signUp" next={next} requested={requested} reply={useActionData<typeof action>()?.reply} />
  );
}
