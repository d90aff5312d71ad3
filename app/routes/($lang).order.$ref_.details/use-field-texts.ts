import type { Asset } from "../../../contract/market/pairs.ts";
import type { AskedField } from "../../../contract/order/asked-field.ts";
import { useTranslation } from "../../i18n/translation.ts";

type FieldTexts = { label: string; hint?: string; placeholder?: string; missing?: string };

/**
 * Label, hint and example of each field, network included. A field this site does not know is labelled with its name.
 */
export function useFieldTexts(from: Asset | undefined, to: Asset | undefined): (field: AskedField) => FieldTexts {
  const { t } = useTranslation(["details", "forms"]);
  const mail = t("example.email");
  return (field) => {
    switch (field.name) {
      case "payin.account":
        return { label: t("payin.account.label"), hint: t("payin.account.hint"), placeholder: mail };
      case "payout.account":
        return field.type === "paypal_email"
          ? {
              label: t("payout.account.paypal"),
              hint: t("payout.account.paypalHint"),
              placeholder: mail,
              missing: t("forms:missing.paypal"),
            }
          : {
              label: t("payout.account.address", { symbol: to?.symbol, network: to?.network_label }),
              hint: t("payout.account.addressHint"),
              missing: t("forms:missing.payoutAddress"),
            };
      case "payout.extra.full_name":
        return {
          label: t("payout.extra.full_name.label"),
          hint: t("payout.extra.full_name.hint"),
          placeholder: t("example.name"),
        };
      case "payout.memo":
        return { label: t("payout.memo.label"), hint: t("payout.memo.hint") };
      case "refund.account":
        return {
          label: t("refund.account.label", { network: from?.network_label }),
          hint: t("refund.account.hint"),
        };
      case "refund.memo":
        return { label: t("refund.memo.label"), hint: t("refund.memo.hint") };
      case "email":
        return { label: t("email.label"), hint: t("email.hint"), placeholder: mail };
      default:
        return { label: field.name };
    }
  };
}
