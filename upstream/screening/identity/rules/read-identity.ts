import {
  type IdentityField,
  identityFields,
  type TypedIdentity,
  walletHolders,
} from "../../../../contract/order/identity.ts";
import { countryCodes } from "../../../../contract/values/countries.ts";
import type { FieldCode, FieldError } from "../../../../contract/values/problem.ts";
import { readFullName } from "../../../shared/rules/fields/full-name.ts";

/** Answers that were valid when they were given; a field that was not asked, or has no answer, is left out. */
export type Answers = Partial<Record<keyof TypedIdentity, string>>;

/** Where the exchange serves people, and its day. */
type Surroundings = { served: "any" | readonly string[]; notServed: readonly string[]; today: string };

/** From which age the exchange serves people: the terms. */
const leastAge = 18;
const greatestAge = 120;
const shortestExplanation = 3;

const textOf = (typed: Answers, field: IdentityField | string): string => {
  const name = (typeof field === "string" ? field : field.name).slice("identity.".length);
  return typed[name as keyof TypedIdentity]?.trim() ?? "";
};

/**
 * Reads what was typed over what was answered before. Reports all fields that are missing or wrong, each with a pointer. An answer
 * that is only required with another value of a choice is dropped without it.
 */
export function readIdentity(
  fields: readonly IdentityField[],
  { typed, before }: { typed: Partial<TypedIdentity>; before: Answers },
  surroundings: Surroundings,
): { answers: Answers } | { errors: FieldError[] } {
  const merged: Answers = { ...before };
  for (const [name, text] of Object.entries(typed)) if (text.trim() !== "") merged[name as keyof TypedIdentity] = text;
  const answers: Answers = { ...before };
  const errors: FieldError[] = [];
  for (const field of fields) {
    const name = field.name.slice("identity.".length) as keyof TypedIdentity;
    const isAsked =
      field.required_with === null || textOf(merged, field.required_with.name) === field.required_with.value;
    if (!isAsked) {
      delete answers[name];
      continue;
    }
    const reading = readField(field, textOf(merged, field), surroundings);
    if ("code" in reading) errors.push({ pointer: `/identity/${name}`, ...reading });
    else answers[name] = reading.value;
  }
  return errors.length > 0 ? { errors } : { answers };
}

type Reading = { value: string } | { code: FieldCode; meta?: Record<string, string> };

function readField(field: IdentityField, text: string, surroundings: Surroundings): Reading {
  if (text === "") return { code: "required" };
  if (text.length > field.max_length) return { code: "too_long", meta: { max: String(field.max_length) } };
  switch (field.type) {
    case "name": {
      const name = readFullName(text);
      return name === undefined ? { code: "name_format" } : { value: name };
    }
    case "country":
      return readCountry(text.toUpperCase(), surroundings);
    case "date":
      return readBirthDate(text, surroundings.today);
    case "choice":
      return field.options?.includes(text) ? { value: text } : { code: "invalid" };
    default:
      return text.length < shortestExplanation ? { code: "invalid" } : { value: text.replace(/\s+/gu, " ") };
  }
}

function readCountry(code: string, { served, notServed }: Surroundings): Reading {
  if (!countryCodes.includes(code)) return { code: "invalid" };
  const isServed = (served === "any" || served.includes(code)) && !notServed.includes(code);
  return isServed ? { value: code } : { code: "country_not_served" };
}

/** A day of the calendar, as `1990-12-31`. */
function readBirthDate(text: string, today: string): Reading {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (day === undefined || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text || text > today)
    return { code: "date_format" };
  // Compared as texts: who was born on the same day of the year has that age from this day on.
  if (text > yearsBefore(today, leastAge)) return { code: "under_age" };
  return text < yearsBefore(today, greatestAge) ? { code: "date_format" } : { value: text };
}

const yearsBefore = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, "0")}${day.slice(4)}`;

/** The names in the answers: the customer's own, and those of other owners of the wallets. */
export function namesIn(answers: Answers): { customerNames: string[]; others: string[] } {
  const [, other] = walletHolders;
  const named = (holder: keyof Answers, name: keyof Answers) => (answers[holder] === other ? [answers[name]] : []);
  const isName = (name: string | undefined): name is string => name !== undefined && name !== "";
  return {
    customerNames: [answers.full_name].filter(isName),
    others: [...named("originator", "originator_name"), ...named("beneficiary", "beneficiary_name")].filter(isName),
  };
}

/** Whether the answers are enough for these questions. They were valid when they were given. */
export function isIdentityAnswered(fields: readonly IdentityField[], answers: Answers): boolean {
  return fields.every(
    (field) =>
      textOf(answers, field) !== "" ||
      (field.required_with !== null && textOf(answers, field.required_with.name) !== field.required_with.value),
  );
}

/** Whether somebody has said who they are and where their money comes from. */
export const isPersonKnown = (answers: Answers): boolean =>
  isIdentityAnswered(identityFields({ from: "ewallet", to: "ewallet" }), answers);
