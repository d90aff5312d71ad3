import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import example from "../../../contract/company/company.example.json" with { type: "json" };
import { termsVersion } from "../../../contract/order/terms.ts";
import { ask } from "../../support/service/ask.ts";
import { startSite } from "../../support/site/site.ts";
import { BackOffice } from "../people/back-office.ts";
import { siteText } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

const filled = {
  ...example,
  legalName: "Kursa Trading OÜ",
  register: { name: "Business register", number: "16001234", url: null },
  authorisation: null,
  support: { ...example.support, days: ["mon", "tue", "wed", "thu", "fri"], from: "09:30", answerHours: 24 },
  complaints: { answerDays: 21, body: null },
};
/** A text anywhere in a page. */
const sentence = (lang: "en" | "ru", key: string) => new RegExp(siteText(lang, key).source.slice(1, -1));
const pages = ["/company/about", "/company/contact-us", "/legal/terms"];

test("an exchange without company data shows the example, and says that it is one", async ({ site }) => {
  for (const [lang, prefix] of [
    ["en", "/En"],
    ["ru", "/Ru"],
  ] as const) {
    for (const path of ["/company/about", "/company/contact-us"]) {
      const { text } = await ask(site, prefix + path);
      expect(text, path).toMatch(sentence(lang, "company:example"));
      expect(text, path).toContain('href="mailto:support@kursa.example"');
      expect(text, path).toContain('id="complaints"');
    }
    const { text } = await ask(site, `${prefix}/track`);
    expect(text).toMatch(sentence(lang, "company:footer.example"));
    expect(text).toContain(`href="${prefix}/company/contact-us#complaints"`);
  }
});

test("company data of the operator are on every page; what does not exist is left out", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kursa-company-"));
  writeFileSync(join(folder, "company.json"), JSON.stringify(filled));
  const site = await startSite({ COMPANY_FILE: join(folder, "company.json") });
  try {
    for (const path of pages) {
      const { text } = await ask(site, `/En${path}`);
      expect(text, path).toContain("Kursa Trading OÜ");
      expect(text, path).toContain("16001234");
      // The data of scripts may hold texts that this page does not show.
      expect(text.replace(/<script.*?<\/script>/gs, ""), path).not.toMatch(/Example Exchange|xample data/);
    }
    const { text } = await ask(site, "/En/company/about");
    expect(text).toMatch(/Mon–Fri\s09:30–22:00,\sTallinn\stime\s\(UTC\+[23]\)/);
    expect(text).toMatch(/within\s24\shours/);
    expect(text).toMatch(/within\s21\sdays/);
    expect(text).not.toMatch(sentence("en", "company:card.supervisor"));
    expect(text).not.toMatch(sentence("en", "company:card.openRegister"));
    expect((await ask(site, "/Ru/company/contact-us")).text).toMatch(/за\s24\sчаса/);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true });
  }
});

test("terms that were accepted name the company as it was then, after it has changed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kursa-company-"));
  const startAs = (legalName: string) => {
    writeFileSync(join(folder, "company.json"), JSON.stringify({ ...filled, legalName }));
    return startSite({ COMPANY_FILE: join(folder, "company.json"), DATA_DIR: join(folder, "data") });
  };
  let site = await startAs("Old Exchange OÜ");
  try {
    const { order } = await new BackOffice(site).order();
    const accepted = `/legal/terms/${termsVersion}?at=${order.accepted?.at}`;
    expect((await ask(site, `/En${accepted}`)).text).not.toMatch(sentence("en", "legal:changes"));
    await site.stop();
    site = await startAs("New Exchange OÜ");
    await new BackOffice(site).order();
    for (const [lang, prefix] of [
      ["en", "/En"],
      ["ru", "/Ru"],
    ] as const) {
      const { text } = await ask(site, prefix + accepted);
      const article = /<article.*<\/article>/s.exec(text)?.[0] ?? "";
      expect(article).toContain("Old Exchange OÜ");
      expect(article).not.toContain("New Exchange OÜ");
      expect(article).toMatch(sentence(lang, "legal:changes"));
      const today = (await ask(site, `${prefix}/legal/terms`)).text;
      expect(today).toContain("New Exchange OÜ");
      expect(today).toContain(`href="${prefix}/legal/terms/${termsVersion}?at=`);
      expect(today).not.toContain("Old Exchange OÜ");
    }
    // An invalid time is ignored.
    expect((await ask(site, `/En/legal/terms/${termsVersion}?at=yesterday`)).text).toContain("New Exchange OÜ");
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true });
  }
});

test("with real rails the exchange does not start before its operator has said who runs it", async () => {
  await expect(startSite({ RAILS: "sandbox,nebulox" })).rejects.toThrow(/COMPANY_FILE: must be set/);
});
