import { expect, test } from "vitest";
import { filledDocument } from "../../../app/components/legal/legal-document.ts";
import { legalText } from "../../../app/components/legal/legal-documents.server.ts";
import { legalValues } from "../../../app/components/legal/legal-values.ts";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { listFile } from "../../support/screening/list-files.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

/** The AML page and the privacy page of this exchange, as text. */
async function pages({ call, ctx }: Exchange, lang: "en" | "ru") {
  const { checks, ...rules } = (await call("exchangeRules")).reply().data;
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

test.each([null, "Acme Screening"])(
  "the pages name the provider that is asked, and none where nobody is: %s",
  async (name) => {
    const settings = {
      ...{ SCREENING_URL: "https://screening.test/check", SCREENING_TOKEN: "t".repeat(16) },
      ...{ SCREENING_NAME: name ?? "" },
    };
    const service = await exchange(name === null ? {} : { settings });
    for (const lang of ["en", "ru"] as const) {
      const { aml, privacy } = await pages(service, lang);
      for (const text of [aml, privacy]) expect(text.split(name ?? "Acme").length - 1).toBe(name === null ? 0 : 2);
      if (name === null) continue;
      expect(aml).toMatch(lang === "en" ? /within 24 hours/ : /Срок — 24/);
      expect(privacy).toMatch(lang === "en" ? /no email address, no amount/ : /Адресов почты, сумм/);
    }
  },
);

const euList = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-20T10:00:00.000+01:00">
<sanctionEntity euReferenceNumber="EU.1.1" logicalId="1"><subjectType code="person" classificationCode="P"/>
<nameAlias wholeName="Anna Ivanova" strong="true"/></sanctionEntity></export>`;
