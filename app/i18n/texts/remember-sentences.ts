import type { i18n, TFunction } from "i18next";

/**
 * Caches every text without values: looking them up takes a sixth of a page's CPU. For the server, where an instance
 * lives as long as the process and the number of keys is small.
 */
export function rememberSentences(words: i18n): i18n {
  const translators = new Map<string, TFunction>();
  words.getFixedT = new Proxy(words.getFixedT, {
    apply(target, _, args) {
      const name = JSON.stringify(args);
      const cachedTranslator = translators.get(name);
      if (cachedTranslator) return cachedTranslator;
      const translator = remembering(Reflect.apply(target, words, args));
      translators.set(name, translator);
      return translator;
    },
  });
  return words;
}

function remembering(translator: TFunction): TFunction {
  const sentences = new Map<unknown, unknown>();
  return new Proxy(translator, {
    apply(target, self, args) {
      const [key] = args;
      if (args.length !== 1 || typeof key !== "string") return Reflect.apply(target, self, args);
      if (!sentences.has(key)) sentences.set(key, Reflect.apply(target, self, args));
      return sentences.get(key);
    },
  });
}
