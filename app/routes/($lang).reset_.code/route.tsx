import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { clearPending } from "../../auth/cookies/pending-cookie.server.ts";
import { signInPath } from "../../auth/sign-in-path.ts";
import { SecondFactorField } from "../../components/account/proof/second-factor-field.tsx";
import { CodePage } from "../../components/account/steps/code-page.tsx";
import { sendAgain, sentCode, shownCode } from "../../components/account/steps/code-step.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { endSession } from "../../cookies/session-cookie.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { newPasswordForm } from "./password-form.server.ts";

export const handle = { i18n: ["auth", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const pending = await sentCode(args, "reset");
  const t = translator(langOf(args.request));
  return {
    sent: shownCode(args, pending),
    meta: pageMeta(t("auth:resetCode.meta.title"), t("auth:resetCode.meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const pending = await sentCode(args, "reset");
  if ((await args.request.clone().formData()).get("intent") === "resend") {
    const { reply, status } = await sendAgain(args, pending);
    return data({ reply, triesLeft: undefined }, { status });
  }
  const form = await parseForm(args.request, newPasswordForm);
  if (!form.ok) return data({ reply: form.reply, triesLeft: undefined }, { status: 400 });

  const { challengeId, email, next } = pending;
  const changed = await api(args, "passwordUpdate", { body: { ...form.value, challenge_id: challengeId, email } });
  if (!changed.ok) {
    const { problem } = changed;
    return data({ reply: form.refused(problem), triesLeft: problem.attempts_left }, { status: problem.status });
  }
  // All sessions ended with the old password, this browser's included.
  const headers = new Headers({ "Set-Cookie": clearPending() });
  headers.append("Set-Cookie", endSession());
  throw redirectDocument(signInPath(langOf(args.request), "/sign-in", next, { why: "reset" }), {
    status: 303,
    headers,
  });
}

export default function ResetCode() {
  const { t } = useTranslation("auth");
  const { sent } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const reply = actionData?.reply;
  return (
    <CodePage name="resetCode" sent={sent} reply={reply} triesLeft={actionData?.triesLeft}>
      <SecondFactorField reply={reply} />
      <Note icon={ShieldCheck}>{t("resetCode.note")}</Note>
    </CodePage>
  );
}
