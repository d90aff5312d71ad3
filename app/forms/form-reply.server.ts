import type { Lang } from "../../contract/values/languages.ts";
import { problemTexts } from "./problem-texts.server.ts";
import {
  type FieldProblem,
  type FieldReply,
  type FormProblemCode,
  type FormReply,
  type Refused,
  waitOf,
} from "./reply.ts";

/** A reply as codes. */
type ReplyCodes = Omit<FormReply, "fields" | "sentence"> & { fields: Record<string, FieldProblem> };

/** The reply to a refused form, with the texts of its problems. The only place that makes one. */
export function formReply(lang: Lang, reply: ReplyCodes): FormReply {
  const texts = problemTexts(lang);
  const withText = ([name, problem]: [string, FieldProblem]): [string, FieldReply] => [
    name,
    { ...problem, ...texts.field(name, problem) },
  ];
  const fields = Object.fromEntries(Object.entries(reply.fields).map(withText));
  return { ...reply, fields, sentence: texts.problem(reply.problem) };
}

/** Turns `/payout/extra/full_name` into the field name `payout.extra.full_name`. */
function fieldName(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/** The form with the API's errors; `rename` maps body fields to the form's names. */
export function refusedReply(
  lang: Lang,
  values: Record<string, string>,
  problem: Refused,
  rename: Record<string, string> = {},
): FormReply {
  const fields = (problem.errors ?? []).map(({ pointer, code, meta }) => {
    const name = fieldName(pointer);
    return [rename[name] ?? name, { code, ...(meta && { meta }) }] as const;
  });
  // Only the first error of a field is shown.
  const errors = Object.fromEntries(fields.reverse());
  return formReply(lang, { values, fields: errors, problem: shownCode(problem), ...waitOf(problem) });
}

const shownCode = ({ code, clock_off: isClockOff }: Refused): FormProblemCode =>
  code === "two_factor_invalid" && isClockOff ? "two_factor_clock" : code;
