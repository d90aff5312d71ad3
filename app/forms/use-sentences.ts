import { formatAmount } from "../i18n/format.ts";
import { useTranslation } from "../i18n/translation.ts";
import { useLang } from "../i18n/use-lang.ts";
import type { FieldProblem, FormProblemCode } from "./reply.ts";

const networks = ["bitcoin", "litecoin", "ethereum", "tron", "paypal"] as const;

/** Fields with their own message when they are empty. Other required fields use the general message. */
const requiredTexts = {
  email: "email",
  "payin.account": "paypal",
  "payout.extra.full_name": "full_name",
  "refund.account": "refund_address",
  password: "password",
  current_password: "current_password",
  code: "code",
  ref: "order_number",
  info: "message",
  account: "account",
  label: "label",
} as const;

function isNamedField(name: string): name is keyof typeof requiredTexts {
  return Object.hasOwn(requiredTexts, name);
}

/** The texts of problem codes and field codes. */
export function useSentences() {
  const { t } = useTranslation("problems");
  const lang = useLang();

  function networkName(id: string): string {
    const known = networks.find((network) => network === id);
    return known ? t(`network.${known}`) : id;
  }
  function amount(value: string, unit = ""): string {
    const figure = /^\d+(\.\d+)?$/.test(value) ? formatAmount(lang, value) : value;
    return unit ? `${figure}\u00a0${unit}` : figure;
  }
  return {
    problem: (code: FormProblemCode) => t(code),
    /** The text of a field error. With the field's name, an empty field is asked for by that name. */
    field: ({ code, meta = {} }: FieldProblem, name = "") => {
      if (code === "required" && isNamedField(name)) return t(`required.${requiredTexts[name]}`);
      const { min = "", max = "", unit, decimals = "", network = "", email = "" } = meta;
      return t(`field.${code}`, {
        min: amount(min, unit),
        max: amount(max, unit),
        decimals,
        network: networkName(network),
        email,
      });
    },
  };
}
