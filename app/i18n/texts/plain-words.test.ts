import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Phrases that customers did not understand, which a correction has replaced. */
const banned = {
  en: [
    "A person reads it",
    "We answer to this address",
    "How we have done",
    "What would it be for me",
    "It comes out of our part",
    "The rule, in full",
    "All that is ours",
    "Anyone who writes there is not us",
    "No answer proves",
    "The same as a table",
    "finished order",
    ': "Decide',
    "We see your payment",
    "Confirm and pay",
    "PayPal USD",
    "You can paste the code",
    "e-mail",
    "E-mail",
  ],
  ru: [
    "обменник",
    "Обменник",
    "PayPal USD",
    '"Выводы"',
    "На ваших кошельках",
    "Взять всё",
    ': "Решить',
    "Ожидает срока",
    "Отложено",
    "Проверить вывод",
    "Срок курса истёк",
    "нельзя выплатить на кошелёк",
    "Обменять как договаривались",
    "Проверить не вышло",
    ': "Секунду',
    "Читает человек",
    "Как мы работали",
    "Не можем сказать",
    "Всё, что наше",
    "Там пишем не мы",
    "Сколько выйдет у меня",
    "из нашей части",
    "Правило целиком",
    "сайты под нас",
    "По ней приходят",
    "кошелёк здесь",
    "То же таблицей",
    "переход считается 90",
    "смоделированн",
    "Код можно вставить",
    "уже внутри",
    "ориентировочно",
    "Подтвердить и оплатить",
  ],
} as const;

/** All texts of a language but the terms: those that were accepted stay as they were. */
function textsOf(lang: keyof typeof banned): Map<string, string> {
  const folder = `locales/${lang}`;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".json") && !/^legal\/terms-/.test(name));
  const paths = [...files.map((name) => `${folder}/${name}`), `upstream/shared/texts/${lang}.json`];
  return new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

test.each(["en", "ru"] as const)("no text says again what was not understood (%s)", (lang) => {
  const repeated = [...textsOf(lang)].flatMap(([path, text]) =>
    banned[lang].filter((phrase) => text.includes(phrase)).map((phrase) => `${path}: ${phrase}`),
  );
  expect(repeated).toEqual([]);
});
