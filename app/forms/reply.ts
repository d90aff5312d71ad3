import type { FieldCode, Problem, ProblemCode } from "../../contract/calls/problem.ts";

/** What may go wrong for a page: the service's own codes, and the one of a service that cannot be reached. */
export type FormProblemCode = ProblemCode | "upstream_unavailable";

/** A wrong field, as the service words it: a code, and the parameters of its sentence. */
export type FieldProblem = { code: FieldCode; meta?: Record<string, string> };

/**
 * The answer to a form that did not go through: everything that was typed, and what is wrong with it, by field name.
 * The website's own checks and the service's refusals have the same shape, so that a page shows one kind of error.
 */
export type FormReply = {
  values: Record<string, string>;
  fields: Record<string, FieldProblem>;
  problem: FormProblemCode;
};

/** A refusal of the API, or the lack of any answer. */
export type Refused = Omit<Partial<Problem>, "code"> & { code: FormProblemCode };

/** Turns `/payout/extra/full_name` into `payout.extra.full_name`, the name of its field. */
function fieldName(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/** The form again, with what the API found wrong; `rename` maps a field of the body to the form's own name. */
export function refusedReply(
  values: Record<string, string>,
  problem: Refused,
  rename: Record<string, string> = {},
): FormReply {
  const fields = (problem.errors ?? []).map(({ pointer, code, meta }) => {
    const name = fieldName(pointer);
    return [rename[name] ?? name, { code, ...(meta && { meta }) }] as const;
  });
  // The first word about a field is the one to show.
  return { values, fields: Object.fromEntries(fields.reverse()), problem: problem.code };
}
