import { describe, expect, test } from "vitest";
import example from "./company.example.json" with { type: "json" };
import { readCompany } from "./read-company.ts";

const real = { COMPANY_FILE: "company.json", RAILS: "sandbox,nebulox" };
const filled = { ...example, legalName: "Kursa Trading Ltd", register: { ...example.register, number: "4711" } };
const readAs = (content: unknown, settings: Parameters<typeof readCompany>[0] = real) =>
  readCompany(settings, () => (typeof content === "string" ? content : JSON.stringify(content)));

describe("the company behind the exchange", () => {
  test("is read from its file, a text for both languages or one for each", () => {
    const { company, problems } = readAs(filled);
    expect(problems).toEqual([]);
    expect(company).toMatchObject({
      isExample: false,
      legalName: { en: "Kursa Trading Ltd", ru: "Kursa Trading Ltd" },
      address: example.address,
    });
  });

  test("is the example without a file, which only the sandbox accepts", () => {
    const unused = () => expect.unreachable("There is no file to read.");
    expect(readCompany({}, unused)).toMatchObject({ company: { isExample: true }, problems: [] });
    expect(readCompany({ RAILS: "sandbox" }, unused).problems).toEqual([]);
    expect(readCompany({ RAILS: "sandbox,nebulox" }, unused).problems).toEqual([
      "COMPANY_FILE: must be set when RAILS names other rails than the sandbox",
    ]);
  });

  test("is not a copy of the example where real money moves", () => {
    for (const copy of [
      example,
      { ...filled, register: example.register },
      { ...filled, legalName: example.legalName },
    ]) {
      expect(readAs(copy).problems).toEqual([expect.stringMatching(/still has the legalName or register.number/)]);
      expect(readAs(copy, { COMPANY_FILE: "company.json" })).toMatchObject({
        company: { isExample: true },
        problems: [],
      });
    }
  });

  test("is refused with every wrong or missing entry by its name", () => {
    const { legalName: _, ...nameless } = filled;
    const wrong = {
      ...nameless,
      address: { en: "1 Main Street" },
      support: { ...filled.support, days: ["someday"], from: "8:00", timeZone: "Tallinn", answerHours: 0 },
      countries: { served: "any", notServed: ["XX"] },
      privacy: { ...filled.privacy, contact: "nobody" },
      recordYears: "5",
      phone: "112",
    };
    const names = readAs(wrong).problems.map((line) => line.split(": ")[1]);
    expect(names.sort()).toEqual(
      [
        "",
        "address",
        "countries.notServed.0",
        "legalName",
        "privacy.contact",
        "recordYears",
        "support.answerHours",
        "support.days.0",
        "support.from",
        "support.timeZone",
      ].sort(),
    );
    expect(readAs(wrong).problems.join()).toContain("phone");
  });

  test("is refused where the file is missing or no JSON", () => {
    expect(readAs("{").problems).toEqual(["COMPANY_FILE: is not JSON: company.json"]);
    const missing = () => {
      throw new Error("ENOENT");
    };
    expect(readCompany(real, missing).problems).toEqual(["COMPANY_FILE: cannot be read: company.json"]);
  });
});
