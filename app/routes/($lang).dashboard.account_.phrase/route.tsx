import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage, redirectDone } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { phraseForm } from "./phrase-form.server.ts";
import { PhrasePage } from "./phrase-page.tsx";

export const handle = {
  i18n: ["account", "dashboard", "forms"],
  hydrate: true,
  form: ({ hasPassword }: { hasPassword: boolean }) => hasPassword,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { phrase, sign_in, two_factor } = await requireMember(args);
  const { common, headers } = await accountPage(args, "phrase");
  return data({ ...common, phrase, hasPassword: sign_in.password, hasTwoFactor: two_factor.enabled }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const form = await parseForm(args.request, phraseForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const changed = await api(args, "memberSettingsPhrase", {
    body: { ...form.value, phrase: form.value.phrase ?? null },
  });
  if (!changed.ok) return data({ reply: form.refused(changed.problem) }, { status: changed.problem.status });
  const done = changed.data.data.phrase === null ? "noPhrase" : "phrase";
  throw redirectDone(args.request, "/dashboard/account/phrase", done);
}

export default function Phrase() {
  return <PhrasePage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
