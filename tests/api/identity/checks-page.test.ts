import { expect, test } from "vitest";
import { filledDocument } from "../../../app/components/legal/legal-document.ts";
import { legalText } from "../../../app/components/legal/legal-documents.server.ts";
import { legalValues } from "../../../app/components/legal/legal-values.ts";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import type { CustomerChecks } from "../../../contract/terms/exchange-rules.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { listFile } from "../../support/screening/list-files.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

/** The AML page and the privacy page of this exchange, as text. `as`: what the service sends of its checks. */
async function pages(
  { call, ctx }: Exchange,
  lang: "en" | "ru",
  as: (sent: CustomerChecks) => CustomerChecks = (sent) => sent,
) {
  const { checks: sent, ...rules } = (await call("exchangeRules")).reply().data;
  const checks = sent && as(sent);
  const company = { ...exampleCompany, recordYears: ctx.env.COMPANY.recordYears };
  const values = legalValues(lang, { company, brand: "Kursa", email: "help@kursa.test", checks }, rules);
  const text = (name: string) =>
    JSON.stringify(filledDocument(legalText(lang, name), values)).replaceAll("\u00a0", " ");
  return { aml: text("aml"), privacy: text("privacy") };
}

const imported = async (service: Exchange, list: string, text: string, date?: string) => {
  const args = { path: listFile(text), list, reason: "first import", ...(date && { date }) };
  const outcome = await runCommand(service.ctx, { command: "screening import", args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
};

const issuers = ["OFAC", "European Union", "UN Security Council", "a list that we keep ourselves"];
const named = (text: string) => issuers.filter((issuer) => text.includes(issuer));

test.each([
  { from: "off", years: 5, list: null },
  { from: "1000", years: 5, list: null },
  { from: "2500", years: 7, list: "own" },
  { from: "off", years: 7, list: "eu" },
])("the pages promise the checks of the settings and no others: $from, $years years, list $list", async (settings) => {
  const service = await exchange({ settings: { IDENTITY_FROM: settings.from } });
  service.ctx.env.COMPANY.recordYears = settings.years;
  if (settings.list === "own") await imported(service, "own", "Ivanova Anna", "2026-11-20");
  if (settings.list === "eu") await imported(service, "eu", euList);
  const { aml, privacy } = await pages(service, "en");
  const isAsked = settings.from !== "off";
  expect(aml.includes("needs no identity check in advance")).toBe(!isAsked);
  for (const text of [aml, privacy]) {
    expect(text.includes("date of birth, and where") || text.includes("date of birth and where")).toBe(isAsked);
    expect(/For amounts from [\d,]+ USD we ask/.exec(text)?.[0]).toBe(
      isAsked ? `For amounts from ${Number(settings.from).toLocaleString("en")} USD we ask` : undefined,
    );
    expect(text.includes(`${settings.years} years after the last change of`)).toBe(isAsked);
    expect(/We compare names/.test(text)).toBe(settings.list !== null);
  }
  expect(aml.includes("orders within 30 days count together")).toBe(isAsked);
  expect(aml.includes("within 24 hours")).toBe(settings.list !== null);
  expect(aml.includes("with which list of which day")).toBe(settings.list !== null);
  expect(named(aml)).toEqual(
    settings.list === "eu" ? ["European Union"] : settings.list === "own" ? ["a list that we keep ourselves"] : [],
  );
  const russian = await pages(service, "ru");
  expect(/При сумме от [\d\s]+ USD/.test(russian.aml)).toBe(isAsked);
  expect(/Мы сверяем имена/.test(russian.aml)).toBe(settings.list !== null);
  expect(russian.aml).not.toMatch(/undefined|[{]{2}/);
});

const ofProvider = { SCREENING_URL: "https://screening.test/check", SCREENING_TOKEN: "t".repeat(16) };

test.each([null, "Acme Screening"])(
  "the pages name the provider that is asked, and none where nobody is: %s",
  async (name) => {
    const service = await exchange(name === null ? {} : { settings: { ...ofProvider, SCREENING_NAME: name } });
    for (const lang of ["en", "ru"] as const) {
      const { aml, privacy } = await pages(service, lang);
      const count = (text: string) => text.split(name ?? "Acme").length - 1;
      expect([count(aml), count(privacy)]).toEqual(name === null ? [0, 0] : [3, 2]);
      if (name === null) continue;
      expect(aml).toMatch(lang === "en" ? /within 24 hours/ : /Срок — 24/);
      expect(privacy).toMatch(lang === "en" ? /no email address, no amount/ : /Адресов почты, сумм/);
    }
  },
);

const silence = {
  en: { hold: "our team reviews the payment, deposit or withdrawal instead", pass: "continues without its answer" },
  ru: { hold: "рассматривает наш сотрудник", pass: "продолжаются без него" },
} as const;

test.each([
  { outcome: "hold", wait: "300", times: { en: "after 5 minutes", ru: "5 минут" } },
  { outcome: "hold", wait: "10", times: { en: "after 10 seconds", ru: "10 секунд" } },
  { outcome: "pass", wait: "7200", times: { en: "after 2 hours", ru: "2 часа" } },
  { outcome: "pass", wait: "90", times: { en: "after 90 seconds", ru: "90 секунд" } },
] as const)(
  "the AML page says what the settings do where the provider is silent: $outcome after $wait s",
  async ({ outcome, wait, times }) => {
    const settings = { ...ofProvider, SCREENING_NAME: "Acme", SCREENING_SILENT: outcome, SCREENING_WAIT: wait };
    const service = await exchange({ settings });
    for (const lang of ["en", "ru"] as const) {
      const { aml } = await pages(service, lang);
      const promised = (["hold", "pass"] as const).filter((other) => aml.includes(silence[lang][other]));
      expect(promised).toEqual([outcome]);
      expect(aml).toContain(times[lang]);
    }
  },
);

test("the page says nothing of a silent provider where the service's reply lacks the field", async () => {
  const service = await exchange({ settings: { ...ofProvider, SCREENING_NAME: "Acme" } });
  const { aml } = await pages(service, "en", ({ provider_silent: _, ...older }) => older);
  expect(aml).toContain("waits for its answer");
  expect(aml).not.toContain("has not answered");
});

const euList = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-20T10:00:00.000+01:00">
<sanctionEntity euReferenceNumber="EU.1.1" logicalId="1"><subjectType code="person" classificationCode="P"/>
<nameAlias wholeName="Anna Ivanova" strong="true"/></sanctionEntity></export>`;
