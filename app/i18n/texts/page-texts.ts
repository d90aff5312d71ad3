import type { TFunction } from "i18next";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Texts } from "../translation.ts";

/** The texts of the namespaces in a page's `handle.i18n`, as its files in `locales/` hold them. */
export type Sentences = { [key: string]: string | Sentences };
type Values = Record<string, unknown>;

/**
 * What i18next does with our texts, in a hundredth of its size: namespaced keys, values and plurals. A test compares
 * both for every text.
 */
export function textsOf(lang: Lang, sentences: Sentences): Texts {
  const plurals = new Intl.PluralRules(lang);
  const translators = new Map<string, TFunction>();

  function translate(namespaces: readonly string[], key: string, values: Values = {}): string {
    const sentence = sentenceOf(namespaces, key, values);
    if (sentence === undefined) {
      // Never suspends: input on a suspended page makes React fail (errors 418 and 345).
      reportError(new Error(`The page has no text for "${key}": its handle.i18n lists none of ${namespaces}.`));
      return key;
    }
    return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  }

  function sentenceOf(namespaces: readonly string[], key: string, { count }: Values): string | undefined {
    const [, named, path = ""] = /^(?:(\w+):)?(.*)$/s.exec(key) ?? [];
    const paths = typeof count === "number" ? [`${path}_${plurals.select(count)}`, path] : [path];
    for (const namespace of named ? [named] : namespaces) {
      for (const path of paths) {
        const sentence = at(sentences[namespace], path);
        if (typeof sentence === "string") return sentence;
      }
    }
    return undefined;
  }

  return {
    lang,
    translator(namespaces) {
      const name = namespaces.join();
      const cachedTranslator = translators.get(name);
      if (cachedTranslator) return cachedTranslator;
      const translator = ((key: string, values?: Values) => translate(namespaces, key, values)) as TFunction;
      translators.set(name, translator);
      return translator;
    },
  };
}

function at(sentences: Sentences | string | undefined, path: string): Sentences | string | undefined {
  return path.split(".").reduce((inner, part) => (typeof inner === "object" ? inner[part] : undefined), sentences);
}
