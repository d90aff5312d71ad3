import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exampleCompany } from "../../../contract/company/read-company.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { TermsFigures } from "../../../contract/terms/exchange-rules.ts";
import { languages } from "../../../contract/values/languages.ts";
import { defaultPolicy, type Policy } from "../../../upstream/orders/rules/policy.ts";
import { shownRules } from "../../../upstream/orders/terms/shown-rules.ts";
import { filledDocument, type LegalDocument } from "./legal-document.ts";
import { legalText, rulesOfVersion, termsVersions } from "./legal-documents.server.ts";
import { legalValues } from "./legal-values.ts";

const emptyMarket = { pairs: new Map(), assets: [] };
const rulesWith = (policy: Policy) => {
  const {
    assets: _,
    terms_version: _version,
    ...rules
  } = shownRules(
    // The rules read pairs and assets of a snapshot only.
    Object.assign(Object.create(null), emptyMarket),
    policy,
    { wallets: true, partners: true },
  );
  return rules;
};
const operator = { company: exampleCompany, brand: "Kursa", email: "help@kursa.test" };
const names = readdirSync("locales/en/legal").map((file) => file.replace(".json", ""));
const plain = (document: LegalDocument) => JSON.stringify(document).replace(/\u00a0/g, " ");
const placeholders = (document: LegalDocument) =>
  document.sections.map(({ id, clauses }) => [
    id,
    ...clauses.map((clause) =>
      [...JSON.stringify(clause).matchAll(/\{\{(\w+)\}\}|<(\w+)>|"if":"(\w+)"/g)].map(([mark]) => mark).sort(),
    ),
  ]);

describe.each(names)("the legal text %s", (name) => {
  test("has the same sections, clauses, figures and links in both languages", () => {
    expect(placeholders(legalText("ru", name))).toEqual(placeholders(legalText("en", name)));
  });

  test.each(languages)("has a value for every placeholder, in %s", (lang) => {
    const text = plain(filledDocument(legalText(lang, name), legalValues(lang, operator, rulesWith(defaultPolicy))));
    expect(text).not.toMatch(/[{]{2}|undefined|NaN/);
  });

  test("types no figure that the service or the operator decides", () => {
    const figures = plain(legalText("en", name))
      .replace(/"id":"[^"]*"/g, "")
      .match(/\b\d+([.,]\d+)?( ?%| (minutes?|hours?|days?|months?|years?|confirmations?)\b)/g);
    expect((figures ?? []).filter((figure) => figure !== "18 years")).toEqual([]);
  });
});

describe("the terms", () => {
  test("are there in the version that the service accepts, which is the newest", () => {
    expect(termsVersions[0]).toBe(termsVersion);
    for (const version of termsVersions) expect(names).toContain(`terms-${version}`);
  });

  test("keep the figures that the service obeys: others need a new version", () => {
    expect(rulesOfVersion(termsVersion)).toEqual(rulesWith(defaultPolicy));
  });

  /** Orders refer to these texts. To change one, add a version: its two texts, its figures and contract/order/terms.ts. */
  test("never change once they have been accepted", () => {
    const digest = (version: string) => {
      const hash = createHash("sha256");
      for (const lang of languages) hash.update(readFileSync(`locales/${lang}/legal/terms-${version}.json`));
      return hash.digest("hex").slice(0, 16);
    };
    expect(Object.fromEntries(termsVersions.map((version) => [version, digest(version)]))).toEqual({
      "2026-11-01": "35ff224e6fe6052d",
      "2026-11-23": "efd903d835b2552a",
      "2026-11-24": "85659fd7d987641d",
      "2026-11-26": "91b216e304c8c16d",
      "2026-11-28": "f1753eab9bcb9090",
    });
  });

  /** The terms refer to the table of cases. To change its words, keep a copy of the old ones for the versions before. */
  test("have the same words in the table of cases since they have versions", () => {
    const words = languages.map((lang) => {
      const rules: Record<string, unknown> = JSON.parse(readFileSync(`locales/${lang}/rules.json`, "utf8"));
      const holds: Record<string, { rules: unknown }> = JSON.parse(readFileSync(`locales/${lang}/holds.json`, "utf8"));
      const ofHolds = Object.fromEntries(Object.entries(holds).map(([reason, texts]) => [reason, texts.rules]));
      return [ofHolds, rules.case, rules.then];
    });
    // They were accepted with the word in its older spelling, which is no other word.
    const accepted = JSON.stringify(words).replaceAll(/\bemail/g, "e-mail");
    const digest = createHash("sha256").update(accepted).digest("hex");
    expect(digest.slice(0, 16)).toBe("76b774c06e873bcd");
  });

  test("follow the rules in every figure", () => {
    const hours = 3600;
    const rules = rulesWith({
      ...defaultPolicy,
      quoteTtlSeconds: 11 * 60,
      payWindowSeconds: 37 * 60,
      shortPayWindowSeconds: 9 * 60,
      invoiceOpenSeconds: 29 * hours,
      graceSeconds: 83 * 60,
      rateBandPercent: 2.5,
      requoteTtlSeconds: 13 * 60,
      holdSeconds: 31 * hours,
      payoutErrorHoldSeconds: 9 * 24 * hours,
      infoHoldSeconds: 5 * 24 * hours,
      refundReminderDays: [2, 8, 61],
      settleSeconds: 17 * 24 * hours,
      newPayerSettleSeconds: 43 * 24 * hours,
      withdrawals: {
        ...defaultPolicy.withdrawals,
        newAddressSeconds: 33 * hours,
        securityFreezeSeconds: 45 * hours,
        reportedFreezeSeconds: 12 * 24 * hours,
      },
      addressWatchedSeconds: 59 * 24 * hours,
    });
    const text = plain(filledDocument(legalText("en", `terms-${termsVersion}`), legalValues("en", operator, rules)));
    for (const figure of [
      "9 minutes",
      "11 minutes",
      "37 minutes",
      "29 hours",
      "83 minutes",
      "2.5%",
      "13 minutes",
      "31 hours",
    ]) {
      expect(text).toContain(figure);
    }
    for (const figure of [
      "9 days",
      "5 days",
      "on days 2 and 8; on day 61",
      "59 days",
      "17 days",
      "43 days",
      "33 hours",
      "45 hours",
      "12 days",
    ])
      expect(text).toContain(figure);
  });

  test("speak of wallets and partners only where the exchange has them", () => {
    for (const lang of languages) {
      const terms = legalText(lang, `terms-${termsVersion}`);
      const idsWith = (wallets: TermsFigures["wallets"]) =>
        filledDocument(
          terms,
          legalValues(lang, operator, { ...rulesWith(defaultPolicy), wallets, partners: wallets !== null }),
        ).sections.map(({ id }) => id);
      expect(idsWith(rulesWith(defaultPolicy).wallets)).toEqual(expect.arrayContaining(["wallet", "partners"]));
      for (const id of ["wallet", "partners"]) expect(idsWith(null)).not.toContain(id);
    }
  });

  test("leave out what the operator does not have", () => {
    const company = {
      ...exampleCompany,
      authorisation: null,
      complaints: { ...exampleCompany.complaints, body: null },
      countries: { served: ["EE", "LV"], notServed: [] },
    };
    const values = legalValues("ru", { ...operator, company }, rulesWith(defaultPolicy));
    const text = plain(filledDocument(legalText("ru", `terms-${termsVersion}`), values));
    expect(text).toContain("Мы работаем с жителями этих стран: Латвия и Эстония.");
    expect(text).not.toMatch(/Надзор|Мы не работаем с жителями|Можно обратиться и сюда/);
  });
});

const sources = import.meta.glob<string>("../../**/*.{ts,tsx}", { query: "?raw", eager: true, import: "default" });

test.each(languages)("the privacy policy names who checks that a person fills in a form, in %s", (lang) => {
  const texts = (["altcha", "turnstile", "hcaptcha", "recaptcha", "off"] as const).map((botCheck) => {
    const parties = { statistics: [], chats: [], botCheck };
    const values = legalValues(lang, { ...operator, parties }, rulesWith(defaultPolicy));
    const { sections } = filledDocument(legalText(lang, "privacy"), values);
    const clauses = (id: string) => sections.find((section) => section.id === id)?.clauses ?? [];
    const about = (id: string) =>
      plain({ ...legalText(lang, "privacy"), sections: [{ id, heading: "", clauses: clauses(id) }] });
    return { collected: about("collected"), recipients: about("recipients") };
  });
  const [withOwnServer, ...others] = texts;
  const ownServer = lang === "en" ? "on our own server" : "на нашем сервере";
  expect(withOwnServer?.collected).toContain(ownServer);
  for (const { collected } of others) expect(collected).not.toContain(ownServer);
  for (const [at, name] of ["Cloudflare Turnstile", "hCaptcha", "Google reCAPTCHA"].entries()) {
    expect(others[at]?.collected).toContain(name);
    expect(others[at]?.recipients).toContain(name);
  }
  for (const text of [withOwnServer, others[3]]) expect(JSON.stringify(text)).not.toMatch(/Turnstile|Captcha/i);
});

test("the privacy policy lists every cookie that the site sets, and no other", () => {
  const code = Object.entries(sources)
    .filter(([path]) => !path.includes(".test."))
    .map(([, text]) => text)
    .join("\n");
  const sealed = code.matchAll(/sealedCookie(?:<\w+>)?\(\{\s*name: "([\w-]+)"/g);
  const named = code.matchAll(/CookieName = "([\w-]+)"/g);
  const plainly = code.matchAll(/(?:document\.cookie = |return )`(\w+)=[^`]*Max-Age/g);
  const set = [...sealed, ...named, ...plainly].map(([, name]) => name);
  const section = legalText("en", "privacy").sections.find(({ id }) => id === "cookies");
  const rows = section?.clauses.flatMap((clause) => ("rows" in clause ? clause.rows : [])) ?? [];
  expect(rows.flatMap(({ term }) => term.split(", ")).sort()).toEqual([...new Set(set)].sort());
});
