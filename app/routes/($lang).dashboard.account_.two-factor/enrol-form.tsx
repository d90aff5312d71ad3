import { Form } from "@remix-run/react";
import type { Qr } from "../../components/qr/qr.server.ts";
import { QrCode } from "../../components/qr/qr-code.tsx";
import { CodeField } from "../../forms/code-field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";

type EnrolFormProps = { secret: string; qr: Qr; reply: FormReply | undefined };

export function EnrolForm({ secret, qr, reply }: EnrolFormProps) {
  const { t } = useTranslation("account");
  const code = t("twoFactor.code");
  return (
    <>
      <section aria-labelledby="scan" className="space-y-4">
        <h2 id="scan" className="text-h3">
          {t("twoFactor.scan")}
        </h2>
        <QrCode qr={qr} label={t("twoFactor.qr")} />
        <p className="text-body-2 text-ink-2">{t("twoFactor.type")}</p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <code className="figures whitespace-normal font-sans text-body font-semibold">{inFours(secret)}</code>
          <CopyButton value={secret} label={t("twoFactor.copy")} copiedLabel={t("twoFactor.copied")} />
        </p>
      </section>
      <section aria-labelledby="enter" className="space-y-4">
        <h2 id="enter" className="text-h3">
          {t("twoFactor.enter")}
        </h2>
        <Form method="post" noValidate className="max-w-[27.5rem] space-y-5">
          <FormProblem reply={reply} labels={{ code }} />
          <CodeField name="code" label={code} hint={t("twoFactor.codeHint")} reply={reply} />
          <SubmitButton variant="filled" size="large" intent="enable" pressed={t("twoFactor.enablePressed")}>
            {t("twoFactor.enable")}
          </SubmitButton>
        </Form>
        <Form method="post">
          <SubmitButton variant="quiet" size="small" intent="restart" className="-ml-3">
            {t("twoFactor.restart")}
          </SubmitButton>
        </Form>
      </section>
    </>
  );
}

/** In groups, easier to type; the copied text has no spaces. */
function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
