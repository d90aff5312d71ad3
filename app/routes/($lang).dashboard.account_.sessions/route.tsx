import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage, redirectDone } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { failed } from "../../http/response/fail.server.ts";
import { endForm } from "./end-form.server.ts";
import { SessionsPage } from "./sessions-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

const path = "/dashboard/account/sessions";

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const list = await api(args, "memberSessions", {});
  if (!list.ok) throw failed(args.request, list.problem);
  const { common, headers } = await accountPage(args, "sessions");
  return data({ ...common, sessions: list.data.data }, { headers });
}

/** Ends one session, or all but this; one that has already ended counts as ended. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const form = await parseForm(args.request, endForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const { id } = form.value;
  const ended = id
    ? await api(args, "memberSessionRevoke", { query: { id } })
    : await api(args, "memberSessionsRevoke", {});
  if (ended.ok || ended.problem.code === "not_found")
    throw redirectDone(args.request, path, id ? "session" : "sessions");
  return data({ reply: form.refused(ended.problem) }, { status: ended.problem.status });
}

export default function Sessions() {
  return <SessionsPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
