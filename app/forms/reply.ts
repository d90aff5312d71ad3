import type { FieldCode, Problem, ProblemCode } from "../../contract/values/problem.ts";

/**
 * Problem codes a page may show: the service's, and those for an unreachable service, a phone's wrong clock and a browser
 * without cookies.
 */
export type FormProblemCode = ProblemCode | "upstream_unavailable" | "two_factor_clock" | "cookies_blocked";

/** A field error of the service, or our question about a probable slip in an email: a code and the values of its text. */
export type FieldProblem = { code: FieldCode | "email_meant"; meta?: Record<string, string> };

/** A field's error with its text. `isNamed`: the text names the field, so that it needs no label. */
export type FieldReply = FieldProblem & { text: string; isNamed?: boolean };

/** The error beside a field. `missing`: the text for an empty one, where its name is not enough. */
export function fieldError(problem: FieldReply | undefined, missing: string | undefined): string | undefined {
  return problem?.code === "required" && missing ? missing : problem?.text;
}

/**
 * The response to a refused form: the submitted values and the errors by field name, with their texts. The site's checks
 * and the service's refusals have the same shape, so a page shows one kind of error.
 */
export type FormReply = {
  values: Record<string, string>;
  fields: Record<string, FieldReply>;
  problem: FormProblemCode;
  /** The text of `problem`. */
  sentence: string;
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

/** The wait of a refusal by a limit that lasts more than a minute. */
export function waitOf({ code, retry_after_seconds: seconds = 0 }: Refused): Pick<FormReply, "waitMinutes"> {
  return code === "too_many_requests" && seconds > 60 ? { waitMinutes: Math.ceil(seconds / 60) } : {};
}
