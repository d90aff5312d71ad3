import { Form } from "@remix-run/react";
import { Field } from "../../forms/field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";

/** Keeps the address of this withdrawal under a name, for the next one. */
export function SaveAddress({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslation("withdrawals");
  return (
    <Card aria-labelledby="save" className="space-y-3">
      <h2 id="save" className="text-h4">
        {t("one.save.title")}
      </h2>
      <p className="text-small text-ink-2">{t("one.save.text")}</p>
      <Form method="post" noValidate className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <Field
            name="label"
            label={t("one.save.label")}
            placeholder={t("one.save.example")}
            reply={reply}
            required
            maxLength={60}
            autoComplete="off"
          />
        </div>
        <SubmitButton intent="save" pressed={t("one.save.pressed")} className="min-h-12">
          {t("one.save.submit")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
