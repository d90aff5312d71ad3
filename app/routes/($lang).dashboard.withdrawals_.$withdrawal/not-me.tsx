import { Form } from "@remix-run/react";
import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { TriangleAlert } from "../../ui/icons/icons.tsx";

/** For a withdrawal that the member did not request: one press freezes the account, whatever its status. */
export function NotMe({ withdrawal: { status }, days }: { withdrawal: Withdrawal; days: number | null }) {
  const { t } = useTranslation("withdrawals");
  if (status === "rejected") return null;
  const text = days === null ? t("one.notMe.text") : t("one.notMe.textDays", { count: days });
  return (
    <section aria-labelledby="not-me" className="space-y-3 rounded-card border border-error-200 bg-error-50 p-4 lg:p-6">
      <h2 id="not-me" className="flex items-center gap-2.5 text-h4">
        <TriangleAlert size={20} className="text-error-700" />
        {t("one.notMe.title")}
      </h2>
      <p className="text-small">
        {status === "completed" && `${t("one.notMe.sent")} `}
        {text}
      </p>
      <Form method="post">
        <SubmitButton variant="danger" intent="not_me" className="w-full" pressed={t("one.notMe.pressed")}>
          {t("one.notMe.submit")}
        </SubmitButton>
      </Form>
    </section>
  );
}
