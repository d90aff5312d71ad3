/**
 * The verdict on a token. `key` identifies the solved check, so that it is accepted once; `until` is when it could no
 * longer be accepted anyway. `unavailable`: nobody could tell.
 */
export type CheckResult =
  | { status: "passed"; key: string; until: Date }
  | { status: "rejected" }
  | { status: "unavailable" };
