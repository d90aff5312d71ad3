import type { TFunction } from "i18next";
import type { Order } from "../../../contract/order/order.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { FormReply } from "../../forms/reply.ts";
import { formatDate } from "../../i18n/format.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";

const knownRules = ["paypal_verified_only", "name_must_match"] as const;

/** The consents, each with its own checkbox. None is preselected: a box is ticked only where the visitor has ticked it. */
export function Consents({ order, reply }: { order: Order; reply: FormReply | undefined }) {
  const { t } = useTranslation("confirm");
  const href = useHref();
  const date = formatDate(useLang(), termsVersion);
  const keptFields = useSite()?.restoredForm;
  const boxOf = (name: string) => {
    const wrong = reply?.fields[name];
    return {
      id: name,
      name,
      required: true,
      defaultChecked: (reply?.values ?? keptFields)?.[name] === "on",
      error: wrong?.text,
    };
  };
  return (
    <fieldset>
      <legend className="sr-only">{t("consents")}</legend>
      {order.rules.map((rule) => (
        <Checkbox key={rule} {...boxOf(`rule.${rule}`)} label={ruleText(rule, t)} />
      ))}
      <Checkbox
        {...boxOf("terms")}
        label={
          <TextWithParts
            text={t("terms", { date })}
            parts={{
              terms: (text) => (
                <a href={href("/legal/terms")} target="_blank" className="text-link-inline" rel="noopener">
                  {text}
                </a>
              ),
            }}
          />
        }
      />
      <input type="hidden" name="terms_version" value={termsVersion} />
    </fieldset>
  );
}

export function consentLabels(order: Order, t: TFunction<"confirm">): Record<string, string> {
  const rules = order.rules.map((rule) => [`rule.${rule}`, ruleText(rule, t)]);
  return { ...Object.fromEntries(rules), terms: t("termsLabel"), pay_with: t("payWith.legend") };
}

function ruleText(code: string, t: TFunction<"confirm">): string {
  const knownRule = knownRules.find((rule) => rule === code);
  return knownRule ? t(`rule.${knownRule}`) : t("rule.unknown", { code });
}
