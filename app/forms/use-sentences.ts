import { formatAmount } from "../i18n/format.ts";
import { useTranslation } from "../i18n/translation.ts";
import { useLang } from "../i18n/use-lang.ts";
import type { FieldProblem, FormProblemCode } from "./reply.ts";

const networks = ["bitcoin", "litecoin", "ethereum", "tron", "paypal"] as const;

/** What a code means, in the words of the page. */
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
    field: ({ code, meta = {} }: FieldProblem) => {
      const { min = "", max = "", unit, decimals = "", network = "" } = meta;
      return t(`field.${code}`, {
        min: amount(min, unit),
        max: amount(max, unit),
        decimals,
        network: networkName(network),
      });
    },
  };
}
