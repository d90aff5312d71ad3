import { Form } from "@remix-run/react";
import { mostVerifiedText, type verifyReply } from "../../../contract/verify/verify.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { Clock } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Findings } from "./findings.tsx";
import type { OwnThings } from "./own-things.tsx";
import { OwnThingsCard } from "./own-things.tsx";

type Result = ReturnType<typeof verifyReply.parse>["data"];
type VerifyReply = { reply: FormReply; retryAt?: string | null } | { text: string; result: Result; assets: Assets };
type VerifyPageProps = { ours: OwnThings | null; code: string; actionData: VerifyReply | undefined };

export function VerifyPage({ ours, code, actionData }: VerifyPageProps) {
  const { t } = useTranslation("verify");
  const reply = actionData && "reply" in actionData ? actionData.reply : undefined;
  const result = actionData && "result" in actionData ? actionData : undefined;
  const retryAt = actionData && "retryAt" in actionData ? actionData.retryAt : null;
  return (
    <article className="page-width py-10 lg:py-14">
      <h1 className="text-h1">{t("heading")}</h1>
      <p className="mt-3 max-w-[36rem] text-lead text-ink-2">{t("lead")}</p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="min-w-0 space-y-6">
          <Card main>
            <Form id={pageFormId} method="post" action="#answer" noValidate className="space-y-4">
              {retryAt ? (
                <Note tone="warning" icon={Clock}>
                  {t("tryAgainAt", { time: retryAt })}
                </Note>
              ) : (
                <FormProblem reply={reply} labels={{ text: { label: t("label"), missing: t("missing") } }} />
              )}
              <Field
                name="text"
                label={t("label")}
                hint={t("hint")}
                missing={t("missing")}
                reply={reply}
                saved={result?.text ?? code}
                maxLength={mostVerifiedText}
                required
                long
              />
              <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
                <SubmitButton variant="filled" size="large" pressed={t("pressed")}>
                  {t("submit")}
                </SubmitButton>
                <p className="max-w-[24rem] flex-1 text-small text-ink-2">{t("caution")}</p>
              </div>
            </Form>
          </Card>
          {result && <Findings result={result.result} assets={result.assets} />}
        </div>
        {ours && <OwnThingsCard ours={ours} />}
      </div>
    </article>
  );
}
