import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod/v4";
import { requireMember } from "../../auth/member.server.ts";
import { freezeOwnAccount } from "../../components/freeze/freeze-account.server.ts";
import { freezeDays } from "../../components/freeze/freeze-days.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { FreezePage } from "./freeze-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const t = translator(langOf(args.request));
  return {
    days: await freezeDays(args),
    meta: pageMeta(t("freeze:own.meta.title"), t("freeze:own.meta.description")),
  };
}

const freezeForm = z.object({ end_this_session: z.literal("on").optional() });

/** No password: whoever is in the account may make it safe. It costs the owner time, and a thief everything. */
export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const form = await parseForm(args.request, freezeForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const problem = await freezeOwnAccount(args, { endThisSession: form.value.end_this_session === "on" });
  return data({ reply: form.refused(problem) }, { status: problem.status });
}

export default function Freeze() {
  return <FreezePage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
