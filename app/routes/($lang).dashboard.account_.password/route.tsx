import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage, redirectDone } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { rotatedSession } from "../../cookies/session-cookie.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { passwordForm } from "./password-form.server.ts";
import { PasswordPage } from "./password-page.tsx";

export const handle = { i18n: ["account", "dashboard", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireMember(args);
  const { common, headers } = await accountPage(args, "password");
  const page = { ...common, hasPassword: profile.sign_in.password, hasTwoFactor: profile.two_factor.enabled };
  return data({ ...page, email: profile.email }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const form = await parseForm(args.request, passwordForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const changed = await api(args, "memberSettingsPassword", { body: form.value });
  if (!changed.ok) return data({ reply: form.refused(changed.problem) }, { status: changed.problem.status });
  throw redirectDone(
    args.request,
    "/dashboard/account/password",
    "password",
    await rotatedSession(args, changed.data.data),
  );
}

export default function Password() {
  return <PasswordPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
