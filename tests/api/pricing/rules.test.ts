import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ExceptionTable } from "../../../app/components/rules/exception-table.tsx";
import { textsFor } from "../../../app/i18n/texts/texts.server.ts";
import { TextsProvider } from "../../../app/i18n/translation.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import { languages } from "../../../contract/values/languages.ts";
import { holdRules } from "../../../upstream/orders/rules/holds.ts";
import type { Policy } from "../../../upstream/orders/rules/policy.ts";
import { exchange } from "../../support/service/exchange.ts";

const wordsIn = (lang: string) => JSON.parse(readFileSync(`locales/${lang}/holds.json`, "utf8"));

describe("the published rules", () => {
  test("list exactly the hold reasons of the order machine", async () => {
    const rules = await rulesUnder({});
    expect(rules.holds.map(({ reason }) => reason).sort()).toEqual(Object.keys(holdRules).sort());
    for (const lang of languages) expect(Object.keys(wordsIn(lang)).sort()).toEqual(Object.keys(holdRules).sort());
  });

  test.each(languages)("show each hold reason once on the page, in %s", async (lang) => {
    const rules = await rulesUnder({});
    for (const show of ["usual", "all"] as const) {
      const page = pageOf(rules, lang, show);
      for (const reason of Object.keys(holdRules)) {
        const term = wordsIn(lang)[reason].rules.term.replaceAll("\u00a0", " ");
        expect(page.split(`>${term}</dt>`), `${reason} in ${lang}`).toHaveLength(2);
      }
      expect(page).not.toMatch(/\{\{|undefined|\.rules\.|then\./);
    }
  });

  test("contain the figures of the current policy", async () => {
    const usual = pageOf(await rulesUnder({}), "en", "all");
    for (const sentence of [
      "For 90 minutes after",
      "by no more than 1%",
      "a difference up to 0.5%",
      "You have 24 hours",
    ])
      expect(usual).toContain(sentence);
    expect(usual).toContain("on days 1, 7 and 30; on day 60");

    const other = await rulesUnder({
      graceSeconds: 45 * 60,
      rateBandPercent: 2.5,
      holdSeconds: 3 * 86_400,
      quoteTtlSeconds: 20 * 60,
      payWindowSeconds: 2 * 3600,
      shortPayWindowSeconds: 300,
      refundReminderDays: [2, 5, 14],
    });
    const changed = pageOf(other, "en", "all");
    for (const sentence of ["For 45 minutes after", "by no more than 2.5%", "You have 3 days"])
      expect(changed).toContain(sentence);
    expect(changed).toContain("held for 20 minutes");
    expect(changed).toContain("you have 2 hours to pay at your rate, or 5 minutes while");
    expect(changed).toContain("on days 2 and 5; on day 14");
    expect(pageOf(other, "ru", "all")).toContain("Ещё 45 минут после срока");
  });

  test("state who has to act and the default", async () => {
    const { holds } = await rulesUnder({});
    for (const { reason, action_by, default: end } of holds) {
      const rule = new Map(Object.entries(holdRules)).get(reason);
      expect({ action_by, end }).toEqual({ action_by: rule?.actionBy, end: rule?.default });
    }
  });
});

test("the page shows a notice when the service does not answer", async () => {
  expect(pageOf(null, "en", "all")).toContain("cannot be shown right now");
});

async function rulesUnder(policy: Partial<Policy>): Promise<ExchangeRules> {
  const { call } = await exchange({ policy });
  return (await call("exchangeRules")).reply().data;
}

function pageOf(rules: ExchangeRules | null, lang: (typeof languages)[number], show: "usual" | "all") {
  const table = createElement(ExceptionTable, { rules, show });
  const page = createElement(TextsProvider, { value: textsFor(lang) }, table);
  return renderToStaticMarkup(page).replaceAll("\u00a0", " ");
}
