import type { FlatNamespace, TFunction } from "i18next";
import { createContext, useContext } from "react";
import type { Lang } from "../../contract/values/languages.ts";
import { fallback } from "./languages.ts";

type Namespaces = FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]];

/** The texts of a page in its language: i18next on the server, `page-texts.ts` in the browser. */
export type Texts = {
  lang: Lang;
  translator(namespaces: readonly string[]): TFunction;
};

const TextsContext = createContext<Texts>({
  lang: fallback,
  translator() {
    throw new Error("useTexts was called outside TextsProvider.");
  },
});
export const TextsProvider = TextsContext.Provider;

export function useTexts(): Texts {
  return useContext(TextsContext);
}

/** `t` for the keys of these namespaces, typed by the English files; a key without a namespace belongs to the first. */
export function useTranslation<const Names extends Namespaces>(namespaces: Names): { t: TFunction<Names> } {
  // One function serves every namespace; only its type differs.
  return { t: useTexts().translator([namespaces].flat()) as unknown as TFunction<Names> };
}
