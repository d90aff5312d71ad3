import type { Lang } from "../../contract/values/languages.ts";
import networks from "../../locales/en/networks.json" with { type: "json" };
import { formatAmount } from "../i18n/format.ts";
import { translator } from "../i18n/texts/texts.server.ts";
import type { FieldProblem, FieldReply, FormProblemCode } from "./reply.ts";

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

function isNetwork(id: string): id is keyof typeof networks {
  return Object.hasOwn(networks, id);
}

function isNamedField(name: string): name is keyof typeof requiredTexts {
  return Object.hasOwn(requiredTexts, name);
}

/**
 * The texts of problem codes and field codes. A reply to a form carries its own (see `form-reply.server.ts`), so the
 * browser has none of them.
 */
export function problemTexts(lang: Lang) {
  const t = translator(lang);

  const networkName = (id: string) => (isNetwork(id) ? t(`networks:${id}.addresses`) : id);
  function amount(value: string, unit = ""): string {
    const figure = /^\d+(\.\d+)?$/.test(value) ? formatAmount(lang, value) : value;
    return unit ? `${figure}\u00a0${unit}` : figure;
  }
  return {
    problem: (code: FormProblemCode) => t(`problems:${code}`),
    /** The text of a field's error. `isNamed`: it asks for an empty field by its name, so it needs no label. */
    field: (name: string, { code, meta = {} }: FieldProblem): Pick<FieldReply, "text" | "isNamed"> => {
      if (code === "required" && isNamedField(name))
        return { text: t(`problems:required.${requiredTexts[name]}`), isNamed: true };
      const { min = "", max = "", unit, decimals = "", network = "", email = "" } = meta;
      if (code === "email_meant") return { text: t("forms:emailMeant", { email }) };
      const values = { min: amount(min, unit), max: amount(max, unit), decimals, network: networkName(network) };
      return { text: t(`problems:field.${code}`, values) };
    },
  };
}
