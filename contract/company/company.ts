import { z } from "zod/v4";
import { inEachLanguage, languages } from "../values/languages.ts";

const words = z.string().trim().min(1);
/** One text for all languages, or one for each. */
const text = z
  .union([words, z.strictObject(inEachLanguage(() => words))], {
    error: `must be a text, or { ${languages.map((lang) => `"${lang}": "..."`).join(", ")} }`,
  })
  .transform((written) => (typeof written === "string" ? inEachLanguage(() => written) : written));

const webAddress = z.url({ protocol: /^https$/, error: "must be an address with https://" });
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time like 08:00" });
const timeZone = z.string().refine(isTimeZone, { error: "must be a time zone like Europe/Tallinn" });
const country = z.string().refine(isCountry, { error: "must be a country code like EE" });
const domain = z.string().regex(/^([a-z\d-]+\.)+[a-z\d-]+$/, { error: "must be a domain like exchange.example" });
const weekday = z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
const body = z.strictObject({ name: text, url: webAddress });

/**
 * Who runs the exchange, as the operator states it in `COMPANY_FILE`: shown in the footer, on the company and legal
 * pages, on receipts and in emails. What is null does not exist, and pages leave it out.
 */
export const companySchema = z.strictObject({
  legalName: text,
  register: z.strictObject({ name: text, number: z.string().trim().min(1), url: webAddress.nullable() }),
  address: text,
  /** A licence or registration for this business, and who supervises it. */
  authorisation: z.strictObject({ text, supervisor: text, url: webAddress }).nullable(),
  support: z.strictObject({
    days: z.array(weekday).min(1),
    from: clockTime,
    to: clockTime,
    timeZone,
    /** The time zone in words, as readers there call it. */
    place: text,
    answerHours: z.int().min(1).max(240),
  }),
  /** Whether orders are processed at any time or in the hours of support only; exchange monitors list rates then. */
  ordersProcessed: z.enum(["always", "support_hours"]).default("always"),
  /** Two-letter codes of ISO 3166. The service does not detect where a customer lives: the terms state it. */
  /** What else is ours: everything that is not listed here, or a setting, is told to be not ours. */
  channels: z
    .strictObject({
      domains: z.array(domain).default([]),
      emails: z.array(z.email()).default([]),
      messengers: z
        .array(
          z.strictObject({
            name: z.string().trim().min(1),
            handle: z.string().trim().min(2),
            url: webAddress.nullable(),
          }),
        )
        .default([]),
    })
    .prefault({}),
  countries: z.strictObject({
    served: z.union([z.literal("any"), z.array(country).min(1)]),
    notServed: z.array(country),
  }),
  law: z.strictObject({ governing: text, court: text }),
  complaints: z.strictObject({ answerDays: z.int().min(1).max(90), body: body.nullable() }),
  /** The controller is the company itself. */
  privacy: z.strictObject({ contact: z.email(), officer: text.nullable(), authority: body }),
  /** Years that orders keep personal data: after the last change of an order, or after its account was closed. */
  recordYears: z.int().min(1).max(30),
});

/** `isExample`: nobody has filled it in, so pages must not present it as a company. */
export type Company = z.output<typeof companySchema> & { isExample: boolean };

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  return new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) !== undefined;
}
