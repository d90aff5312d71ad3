import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod/v4";
import { keptDays } from "../../../contract/member/kept-days.ts";
import { api } from "../../api/client.server.ts";
import { botCheckFields, botCheckProofOf } from "../../components/bot-check/bot-check-fields.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { emailInput } from "../../forms/email-input.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { formatDuration } from "../../i18n/format.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { NewsletterPage } from "./newsletter-page.tsx";

export const handle = {
  i18n: ["newsletter", "check", "forms"],
  hydrate: true,
  form: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

const newsletterForm = z.object({
  email: z.string({ error: "required" }).trim().max(emailInput.maxLength, { error: "too_long" }),
  ...botCheckFields,
});

/** The footer leads here. */
export function loader({ request }: LoaderFunctionArgs) {
  const t = translator(langOf(request));
  return { meta: pageMeta(t("newsletter:meta.title"), t("newsletter:meta.description")) };
}

/** Without a solved check the service sends its link all the same, to few addresses an hour: the link is the check. */
export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args.request, newsletterForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const { email } = form.value;
  const lang = langOf(args.request);
  const asked = await api(args, "subscribe", { body: { email, locale: lang, ...botCheckProofOf(form.value) } });
  if (!asked.ok) return data({ reply: form.refused(asked.problem) }, { status: asked.problem.status });
  return { accepted: { email, days: formatDuration(lang, keptDays.unconfirmedSubscriptions * 86_400) } };
}

export default function Newsletter() {
  const actionData = useActionData<typeof action>();
  const accepted = actionData && "accepted" in actionData ? actionData.accepted : undefined;
  return (
    <NewsletterPage reply={actionData && "reply" in actionData ? actionData.reply : undefined} accepted={accepted} />
  );
}
