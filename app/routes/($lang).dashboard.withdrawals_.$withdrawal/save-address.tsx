import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import { Field } from "../../forms/field.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";

/** Keeps the address of this withdrawal under a name, for the next one; the page of saved addresses asks for the code. */
export function SaveAddress({ withdrawal: { asset, account, memo } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  return (
    <Card aria-labelledby="save" className="space-y-3">
      <h2 id="save" className="text-h4">
        {t("one.save.title")}
      </h2>
      <p className="text-small text-ink-2">{t("one.save.text")}</p>
      <form
        method="post"
        action={href("/dashboard/account/addresses")}
        noValidate
        className="flex flex-wrap items-end gap-3"
      >
        {Object.entries({ asset, account, memo: memo ?? "" }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="min-w-0 flex-1 basis-48">
          <Field
            name="label"
            label={t("one.save.label")}
            placeholder={t("one.save.example")}
            reply={undefined}
            required
            maxLength={60}
            autoComplete="off"
          />
        </div>
        <SubmitButton intent="add" className="min-h-12">
          {t("one.save.submit")}
        </SubmitButton>
      </form>
    </Card>
  );
}
