import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod/v4";
import { type FieldCode, fieldCodes } from "../../contract/values/problem.ts";
import { langOf } from "../i18n/lang.server.ts";
import { asTypedField, emailMeant } from "./email-typo.ts";
import { formReply, refusedReply } from "./form-reply.server.ts";
import type { FieldProblem, FormReply, Refused } from "./reply.ts";
import { isSecretField } from "./secret-fields.ts";

/** Commands of the form library, which no form of ours sends. It fails on malformed ones. */
const reservedNames = ["__intent__", "__state__"];

export type ParsedForm<T> =
  | { ok: true; value: T; refused: (problem: Refused, rename?: Record<string, string>) => FormReply }
  | { ok: false; reply: FormReply };

/**
 * Reads a posted form with its schema. The schema's messages are field codes (`z.string({ error: "required" })`), never
 * sentences; an empty field counts as missing. Respond with status 400 to an invalid form, and with `refused(problem)`
 * and the problem's status to one the API refused: the page shows both alike.
 */
export async function parseForm<S extends z.ZodType>(request: Request, schema: S): Promise<ParsedForm<z.output<S>>> {
  const lang = langOf(request);
  const form = await request.formData();
  for (const name of reservedNames) form.delete(name);
  const submission = parseWithZod(form, { schema, formatError: (issues: ZodIssue[]) => issues.map(problemOf) });
  const values = typedValues(form);

  const doubts = doubtfulEmails(form);
  if (submission.status === "success" && Object.keys(doubts).length === 0) {
    return {
      ok: true,
      value: submission.value,
      refused: (problem, rename) => refusedReply(lang, values, problem, rename),
    };
  }
  const fields: Record<string, FieldProblem> = doubts;
  for (const [name, problems] of Object.entries(submission.status === "success" ? {} : (submission.error ?? {}))) {
    if (problems?.[0]) fields[name] = problems[0];
  }
  return { ok: false, reply: formReply(lang, { values, fields, problem: "validation_failed" }) };
}

/**
 * All submitted values; the first of a repeated name. Without files, passwords and codes, which are never sent back.
 */
function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !(name in values) && !isSecretField(name)) values[name] = value;
  }
  return values;
}

/** Fields that hold an email. Accounts may: that of PayPal is one. */
const emailField = /(^|\.)(email|account)$/;

/**
 * Emails with a probable slip, asked about once: the form that comes back says in `as_typed` that this is the address. Here
 * because every form's email comes through here.
 */
function doubtfulEmails(form: FormData): Record<string, FieldProblem> {
  const confirmed = form.getAll(asTypedField);
  const doubts: Record<string, FieldProblem> = {};
  for (const [name, typed] of form) {
    if (typeof typed !== "string" || !emailField.test(name) || confirmed.includes(typed)) continue;
    const email = emailMeant(typed);
    if (email !== null) doubts[name] = { code: "email_meant", meta: { email } };
  }
  return doubts;
}

function problemOf(issue: ZodIssue): FieldProblem {
  const ofKind = codeOfIssue[issue.code ?? ""] ?? "invalid";
  const named = fieldCodes.find((code) => code === issue.message) ?? ofKind;
  // zod gives a length check without a message the schema's own, "required", which is wrong for a text that is too long.
  return { code: named === "required" && issue.code === "too_big" ? ofKind : named };
}

const codeOfIssue: Record<string, FieldCode> = { invalid_type: "required", too_big: "too_long" };

type ZodIssue = { code?: string; message: string };
