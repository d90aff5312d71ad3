import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod/v4";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { langOf } from "../../i18n/lang.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { MailX } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

type Answer = { reply?: FormReply; stopped?: boolean };

const stopForm = z.object({ key: z.string({ error: "required" }).max(200) });

/** Opening the link does not unsubscribe: mail scanners open links too. */
export function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    key: args.context.orderToken,
    meta: { title: t("reserve:stop.meta.title"), description: t("reserve:stop.meta.description") },
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args.request, stopForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const stopped = await api(args, "reserveRequestStop", { body: form.value });
  return stopped.ok
    ? { stopped: true }
    : data({ reply: form.refused(stopped.problem) }, { status: stopped.problem.status });
}

export default function StopReserveEmails() {
  const { t } = useTranslation("reserve");
  const page = useLoaderData<typeof loader>();
  const answer: Answer | undefined = useActionData<typeof action>();
  const key = answer?.reply?.values.key ?? page.key;
  return (
    <div className="page-width pb-20 pt-6 lg:pt-10">
      <div className="max-w-text space-y-6">
        <h1 className="text-h1">{t("stop.title")}</h1>
        {answer?.stopped && (
          <Note tone="success" icon={MailX}>
            {t("stop.done")}
          </Note>
        )}
        {!answer?.stopped && (
          <>
            <p className="text-lead text-ink-2">{t(key ? "stop.lead" : "stop.noKey")}</p>
            {key && (
              <Form method="post" className="space-y-5">
                <FormProblem reply={answer?.reply} labels={{}} />
                <input type="hidden" name="key" value={key} />
                <SubmitButton variant="filled" size="large" pressed={t("stop.pressed")}>
                  {t("stop.submit")}
                </SubmitButton>
              </Form>
            )}
          </>
        )}
      </div>
    </div>
  );
}
