import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod/v4";
import { api } from "../../api/client.server.ts";
import { clearPending } from "../../auth/cookies/pending-cookie.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage, redirectDone } from "../../components/account/account-page.server.ts";
import { sendAgain, sentCode, shownCode } from "../../components/account/steps/code-step.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { rotatedSession } from "../../cookies/session-cookie.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { EmailCodePage } from "./email-code-page.tsx";

export const handle = {
  i18n: ["account", "auth", "dashboard", "forms"],
  hydrate: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

const codeForm = z.object({ code: z.string({ error: "required" }).max(40, { error: "too_long" }) });

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const pending = await sentCode(args, "email-change");
  const { common, headers } = await accountPage(args, "emailCode");
  return data({ ...common, sent: shownCode(args, pending) }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  const pending = await sentCode(args, "email-change");
  if ((await args.request.clone().formData()).get("intent") === "resend") {
    const { reply, status } = await sendAgain(args, pending);
    return data({ reply, triesLeft: undefined }, { status });
  }
  const form = await parseForm(args.request, codeForm);
  if (!form.ok) return data({ reply: form.reply, triesLeft: undefined }, { status: 400 });

  const body = { code: form.value.code, challenge_id: pending.challengeId };
  const changed = await api(args, "emailChangeConfirm", { body });
  if (!changed.ok) {
    const { problem } = changed;
    return data({ reply: form.refused(problem), triesLeft: problem.attempts_left }, { status: problem.status });
  }
  const headers = new Headers(await rotatedSession(args, changed.data.data));
  headers.append("Set-Cookie", clearPending());
  throw redirectDone(args.request, "/dashboard/account", "email", headers);
}

export default function EmailCode() {
  const actionData = useActionData<typeof action>();
  const { sent } = useLoaderData<typeof loader>();
  return <EmailCodePage sent={sent} reply={actionData?.reply} triesLeft={actionData?.triesLeft} />;
}
