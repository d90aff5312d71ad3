import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { termsVersion } from "../../../contract/order/terms.ts";
import { api } from "../../api/client.server.ts";
import { completeSignIn } from "../../auth/complete-sign-in.server.ts";
import { CodePage } from "../../components/account/steps/code-page.tsx";
import { sendAgain, sentCode, shownCode } from "../../components/account/steps/code-step.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { zoneOf } from "../../http/preferences/zone.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { openForm } from "./open-form.server.ts";

export const handle = { i18n: ["auth", "forms"], hydrate: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const pending = await sentCode(args, "sign-up");
  const t = translator(langOf(args.request));
  return {
    sent: shownCode(args, pending),
    meta: pageMeta(t("auth:signUpCode.meta.title"), t("auth:signUpCode.meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const pending = await sentCode(args, "sign-up");
  if ((await args.request.clone().formData()).get("intent") === "resend") {
    const { reply, status } = await sendAgain(args, pending);
    return data({ reply, triesLeft: undefined }, { status });
  }
  const form = await parseForm(args.request, openForm);
  if (!form.ok) return data({ reply: form.reply, triesLeft: undefined }, { status: 400 });

  const { challengeId, email, next } = pending;
  const newsletter = form.value.newsletter === "on";
  const body = { ...form.value, challenge_id: challengeId, email, newsletter, timezone: zoneOf(args.request) };
  const opened = await api(args, "registerVerifyAccount", { body });
  if (opened.ok) {
    const { access_token: bearer, expires_at: endsAt } = opened.data.data;
    throw await completeSignIn(args, { bearer, endsAt }, next);
  }
  const { problem } = opened;
  return data({ reply: form.refused(problem), triesLeft: problem.attempts_left }, { status: problem.status });
}

export default function SignUpCode() {
  const { t } = useTranslation("auth");
  const { sent } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const href = useHref();
  const reply = actionData?.reply;
  const wrong = reply?.fields.terms_version;
  const terms = (text: string) => (
    <a href={href("/legal/terms")} target="_blank" className="text-link-inline" rel="noopener">
      {text}
    </a>
  );
  return (
    <CodePage
      name="signUpCode"
      sent={sent}
      reply={reply}
      triesLeft={actionData?.triesLeft}
      labels={{ terms_version: t("signUpCode.termsLabel") }}
    >
      <div>
        <Checkbox
          id="terms_version"
          name="terms_version"
          value={termsVersion}
          defaultChecked={reply?.values.terms_version !== undefined}
          label={<TextWithParts text={t("signUpCode.terms")} parts={{ terms }} />}
          error={wrong?.text}
        />
        <Checkbox
          id="newsletter"
          name="newsletter"
          defaultChecked={reply?.values.newsletter !== undefined}
          label={t("signUpCode.newsletter")}
        />
      </div>
    </CodePage>
  );
}
