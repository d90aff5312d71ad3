import { Form } from "@remix-run/react";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";

/** Asked once of whoever opens the emailed link: anybody can have typed their address. */
export function AuthorQuestion() {
  const { t } = useTranslation("support");
  return (
    <Card aria-labelledby="author-question" className="mt-6 space-y-4">
      <div className="space-y-2">
        <h2 id="author-question" className="text-h4">
          {t("ticket.author.title")}
        </h2>
        <p className="text-body-2 text-ink-2">{t("ticket.author.lead")}</p>
      </div>
      <Form method="post" className="flex flex-wrap gap-3">
        <SubmitButton variant="filled" intent="author_yes" pressed={t("ticket.author.pressed")}>
          {t("ticket.author.yes")}
        </SubmitButton>
        <SubmitButton variant="outlined" intent="author_no" pressed={t("ticket.author.pressed")}>
          {t("ticket.author.no")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
