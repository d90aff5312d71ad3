import type { Company } from "../../contract/company/company.ts";
import type { Lang } from "../../contract/values/languages.ts";
import { emailTexts, fill } from "./email-texts.ts";

/** Sender name and reply address, and the company that every email names. */
export type Sender = { brand: string; support: string; company: Company };

/** The company behind an email, as business emails must name it. */
export function issuerLine({ brand, company }: Sender, language: Lang): string {
  const texts = emailTexts[language];
  const { legalName, register, address, isExample } = company;
  const line = fill(texts.issuer, {
    brand,
    company: legalName[language],
    register: register.name[language],
    number: register.number,
    address: address[language],
  });
  return isExample ? `${line} ${texts.exampleIssuer}` : line;
}
