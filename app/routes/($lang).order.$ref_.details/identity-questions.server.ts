import { type IdentityQuestions, identityFields, identityQuestions } from "../../../contract/order/identity.ts";
import type { Order } from "../../../contract/order/order.ts";
import { countryCodes } from "../../../contract/values/countries.ts";
import { type Lang, languageSettings } from "../../../contract/values/languages.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { FormReply, Refused } from "../../forms/reply.ts";
import type { Countries } from "./identity-fields.tsx";

/** The identity questions of a page; null where nothing is asked. Names of countries come from here: browsers have others. */
export type AskedIdentity = { questions: IdentityQuestions; countries: Countries } | null;

export function askedIdentity(lang: Lang, questions: IdentityQuestions | null | undefined): AskedIdentity {
  return questions ? { questions, countries: countriesOf(lang) } : null;
}

/**
 * What the answer to a refused form asks: as the service says, or, where it has only refused other fields, again what the form had
 * asked already.
 */
export function refusedIdentity(
  lang: Lang,
  { problem, reply }: { problem: Refused | null; reply: FormReply },
  order: () => Promise<{ order: Order; assets: Assets }>,
): Promise<AskedIdentity> | AskedIdentity {
  const named = identityQuestions.safeParse(problem?.identity);
  if (named.success) return askedIdentity(lang, named.data);
  if (!Object.keys(reply.values).some((name) => name.startsWith("identity."))) return null;
  return order().then(({ order: { from, to, identity }, assets }) => {
    const kinds = { from: kindOf(assets[from.asset]?.kind), to: kindOf(assets[to.asset]?.kind) };
    return askedIdentity(lang, identity ?? { state: "needed", fields: identityFields(kinds) });
  });
}

const kindOf = (kind: string | undefined): "crypto" | "ewallet" => (kind === "ewallet" ? "ewallet" : "crypto");

function countriesOf(lang: Lang): Countries {
  const locale = languageSettings[lang].dates;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  return countryCodes.map((code) => [code, names.of(code) ?? code] as const).sort(([, a], [, b]) => compare(a, b));
}
