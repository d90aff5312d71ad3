import { type FundSource, fundSources } from "../../../contract/order/identity.ts";
import { useTranslation } from "../../i18n/translation.ts";

type IdentityTexts = {
  label: string;
  hint?: string;
  choose?: string;
  choices?: Record<string, string>;
  /** The error of an empty one, where the label is a question. */
  missing?: string;
};

/** Label, hint and options of each identity question. One this site does not know is labelled with its name. */
export function useIdentityTexts(): (name: string) => IdentityTexts {
  const { t } = useTranslation("details");
  return (name) => {
    switch (name) {
      case "identity.country":
        return { label: t("identity.country.label"), choose: t("identity.country.choose") };
      case "identity.birth_date":
        return { label: t("identity.birth_date.label") };
      case "identity.source": {
        const choices = fundSources.map((source: FundSource) => [source, t(`identity.source.${source}`)] as const);
        const [label, choose] = [t("identity.source.label"), t("identity.source.choose")];
        return { label, choose, choices: Object.fromEntries(choices), missing: t("identity.source.missing") };
      }
      case "identity.originator":
      case "identity.beneficiary": {
        const part = name === "identity.originator" ? "originator" : "beneficiary";
        const choices = { self: t(`identity.${part}.self`), other: t(`identity.${part}.other`) };
        return { label: t(`identity.${part}.legend`), choices, missing: t(`identity.${part}.missing`) };
      }
      case "identity.full_name":
      case "identity.source_text":
      case "identity.originator_name":
      case "identity.beneficiary_name": {
        const part = {
          "identity.full_name": "full_name",
          "identity.source_text": "source_text",
          "identity.originator_name": "originator_name",
          "identity.beneficiary_name": "beneficiary_name",
        } as const;
        return { label: t(`identity.${part[name]}.label`), hint: t(`identity.${part[name]}.hint`) };
      }
      default:
        return { label: name };
    }
  };
}
