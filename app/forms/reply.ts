import type { FieldCode, Problem, ProblemCode } from "../../contract/values/problem.ts";

/**
 * Problem codes a page may show: the service's, and those for an unreachable service, a phone's wrong clock and a browser
 * without cookies.
 */
export type FormProblemCode = ProblemCode | "upstream_unavailable" | "two_factor_clock" | "cookies_blocked";

/** A field error of the service, or our question about a probable slip in an email: a code and the values of its text. */
export type FieldProblem = { code: FieldCode | "email_meant"; meta?: Record<string, string> };

/**
 * The response to a refused form: the submitted values and the errors by field name. The site's checks and the
 * service's refusals have the same shape, so a page shows one kind of error.
 */
export type FormReply = {
  values: Record<string, string>;
  fields: Record<string, FieldProblem>;
  problem: FormProblemCode;
  /**
   * The form is complete but for the code that was emailed instead of a bot check. `isReplacement`: the code in the form
   * no longer worked, so another was sent.
   */
  emailedCode?: { id: string; email: string; digits: number; isReplacement?: boolean };
  /** How long a limit refuses the form, where that is more than the minute that its text tells to wait. */
  waitMinutes?: number;
};

/** A refusal of the API, or no response. */
export type Refused = Omit<Partial<Problem>, "code"> & { code: FormProblemCode };

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
  values: Record<string, string>,
  problem: Refused,
  rename: Record<string, string> = {},
): FormReply {
  const fields = (problem.errors ?? []).map(({ pointer, code, meta }) => {
    const name = fieldName(pointer);
    return [rename[name] ?? name, { code, ...(meta && { meta }) }] as const;
  });
  // Only the first error of a field is shown.
  return { values, fields: Object.fromEntries(fields.reverse()), problem: shownCode(problem), ...waitOf(problem) };
}

const shownCode = ({ code, clock_off: isClockOff }: Refused): FormProblemCode =>
  code === "two_factor_invalid" && isClockOff ? "two_factor_clock" : code;

/** The wait of a refusal by a limit that lasts more than a minute. */
export function waitOf({ code, retry_after_seconds: seconds = 0 }: Refused): Pick<FormReply, "waitMinutes"> {
  return code === "too_many_requests" && seconds > 60 ? { waitMinutes: Math.ceil(seconds / 60) } : {};
}
