import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askCode } from "../../auth/ask-code.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { nextOf, wayIn } from "../../auth/way-in.ts";
import { emailForm } from "../../components/account/email-form.server.ts";
import { EmailPage } from "../../components/account/email-page.tsx";
import { metaTags } from "../../components/shell/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/words.server.ts";

export const handle = { i18n: ["auth", "forms", "problems"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader({ request }: LoaderFunctionArgs) {
  const next = nextOf(request.url, langOf(request));
  const { status } = await membershipOf(request);
  if (status === "member") throw redirect(next ?? wayIn(langOf(request), "/dashboard"), 303);
  const t = translator(langOf(request));
  return { next, meta: pageMeta(t("auth:signUp.meta.title"), t("auth:signUp.meta.description")) };
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, emailForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const asked = await askCode(request, "sign-up", form.value.email, nextOf(request.url, langOf(request)));
  if (!asked.ok) return data({ reply: form.refused(asked.problem) }, { status: asked.problem.status });
  throw redirectDocument(wayIn(langOf(request), "/sign-up/code"), {
    status: 303,
    headers: { "Set-Cookie": asked.cookie },
  });
}

export default function SignUp() {
  const { next } = useLoaderData<typeof loader>();
  return <EmailPage name="signUp" next={next} reply={useActionData<typeof action>()?.reply} />;
}
