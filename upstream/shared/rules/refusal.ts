import type { FieldError, Problem, ProblemCode } from "../../../contract/values/problem.ts";

/** An expected refusal: a value with a code, never an exception. `http/` turns it into problem+json. */
export type Refusal = {
  refused: ProblemCode;
  errors?: FieldError[];
  /** Further members of the problem body: current_status, actions, order, limit, retry_after_seconds. */
  extra?: Partial<
    Pick<
      Problem,
      | "current_status"
      | "actions"
      | "order"
      | "attempts_left"
      | "clock_off"
      | "retry_after_seconds"
      | "until"
      | "limit"
      | "identity"
    >
  >;
};

export function refuse(code: ProblemCode, more: Omit<Refusal, "refused"> = {}): Refusal {
  return { refused: code, ...more };
}

/** One or more invalid fields: 422 with a pointer to each. */
export function refuseFields(...errors: FieldError[]): Refusal {
  return { refused: "validation_failed", errors };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}

/**
 * One refusal of several: every invalid field, so that a form needs one correction; without one, the first other reason.
 */
export function joinRefusals(...refusals: readonly [Refusal, ...Refusal[]]): Refusal {
  const errors = refusals.flatMap(({ refused, errors: fields = [] }) =>
    refused === "validation_failed" ? fields : [],
  );
  return errors.length > 0 ? refuseFields(...errors) : refusals[0];
}
