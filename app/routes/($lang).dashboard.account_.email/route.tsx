import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireMember } from "../../auth/member.server.ts";
import { requestEmailChange } from "../../auth/request-code.server.ts";
import { accountPage } from "../../components/account/account-page.server.ts";
import { requestedEmail } from "../../components/account/steps/code-step.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { EmailPage } from "./email-page.tsx";
import { newEmailForm } from "./new-email-form.server.ts";

export const handle = {
  i18n: ["account", "auth", "dashboard", "forms"],
  hydrate: true,
  form: ({ hasPassword }: { hasPassword: boolean }) => hasPassword,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireMember(args);
  const { common, headers } = await accountPage(args, "email");
  const page = { ...common, hasPassword: profile.sign_in.password, hasTwoFactor: profile.two_factor.enabled };
  const requested = await requestedEmail(args, "email-change");
  return data({ ...page, email: profile.email, requested }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const form = await parseForm(args.request, newEmailForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const requested = await requestEmailChange(args, form.value);
  if (!requested.ok) return data({ reply: form.refused(requested.problem) }, { status: requested.problem.status });
  throw redirectDocument(href(langOf(args.request), "/dashboard/account/email/code"), {
    status: 303,
    headers: { "Set-Cookie": requested.cookie },
  });
}

export default function Email() {
  return <EmailPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
