import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ofEachSetting } from "../../../contract/member/member-settings.ts";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage, redirectDone } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { zoneOf } from "../../http/preferences/zone.server.ts";
import { profileForm } from "./profile-form.server.ts";
import { ProfilePage } from "./profile-page.tsx";

export const handle = { form: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const profile = await requireMember(args);
  const { common, headers } = await accountPage(args, "profile");
  const page = { profile, zones: Intl.supportedValuesOf("timeZone"), browserZone: zoneOf(args.request) };
  return data({ ...common, ...page }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const form = await parseForm(args.request, profileForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });

  const { name, phone, locale, timezone } = form.value;
  const notifications = ofEachSetting((setting) => form.value[setting] === "on");
  const body = { name, phone, locale, timezone, notifications };
  const saved = await api(args, "memberSettingsProfile", { body });
  if (saved.ok) throw redirectDone(args.request, "/dashboard/account", "profile");
  return data({ reply: form.refused(saved.problem) }, { status: saved.problem.status });
}

export default function Profile() {
  return <ProfilePage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
