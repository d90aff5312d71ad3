import { Form } from "@remix-run/react";
import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { TriangleAlert } from "../../ui/icons/icons.tsx";

/**
 * What a member can do about a withdrawal they did not request: cancel it and change the password. The link in its e-mails
 * also freezes the account.
 */
export function NotMe({ withdrawal: { status, actions } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const canCancel = actions.some(({ name }) => name === "cancel");
  if (!canCancel && !["approved", "processing", "completed"].includes(status)) return null;
  return (
    <section aria-labelledby="not-me" className="space-y-3 rounded-card border border-error-200 bg-error-50 p-4 lg:p-6">
      <h2 id="not-me" className="flex items-center gap-2.5 text-h4">
        <TriangleAlert size={20} className="text-error-700" />
        {t("one.notMe.title")}
      </h2>
      <p className="text-small">{t(canCancel ? "one.notMe.text" : "one.notMe.sent")}</p>
      {canCancel ? (
        <Form method="post">
          <SubmitButton variant="danger" intent="not_me" className="w-full">
            {t("one.notMe.submit")}
          </SubmitButton>
        </Form>
      ) : (
        <a href={href("/dashboard/account/password")} className={`${buttonClass({ variant: "danger" })} w-full`}>
          {t("one.notMe.password")}
        </a>
      )}
    </section>
  );
}
