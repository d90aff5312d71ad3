import { factorInput } from "../../../forms/factor-input.ts";
import { Field } from "../../../forms/field.tsx";
import type { FormReply } from "../../../forms/reply.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Disclosure } from "../../../ui/disclosure.tsx";

/** When it is unknown whether the account has 2FA: collapsed until it is required. */
export function SecondFactorField({ reply }: { reply: FormReply | undefined }) {
  const { t } = useTranslation("auth");
  const isRequired =
    reply?.problem === "two_factor_required" ||
    reply?.problem === "two_factor_invalid" ||
    reply?.problem === "two_factor_clock";
  return (
    <Disclosure title={t("secondFactor.mine")} open={isRequired}>
      <Field
        name="two_factor_code"
        label={t("secondFactor.label")}
        hint={t("secondFactor.hint")}
        reply={reply}
        {...factorInput}
      />
    </Disclosure>
  );
}
