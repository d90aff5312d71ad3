import type { WithdrawalLevel } from "./withdrawal-policy.ts";

/** A member's limit of the day and how much of it is used, in US cents. */
export type LimitState = {
  level: number;
  day: bigint;
  used: bigint;
  left: bigint;
  /** How it can be raised, and to what; null where our team decides. */
  raise: "authenticator" | "support";
  nextDay: bigint | null;
};

/** The limit of the highest level that the member has reached. `used`: what left within a day, or may still leave. */
export function limitState(
  levels: readonly WithdrawalLevel[],
  { hasAuthenticator, used }: { hasAuthenticator: boolean; used: bigint },
): LimitState {
  const reached = levels.filter(({ needs }) => needs === "nothing" || hasAuthenticator);
  const current = reached.at(-1);
  if (!current) throw new Error("Every member has a withdrawal limit");
  const next = levels[levels.indexOf(current) + 1];
  return {
    level: current.level,
    day: current.dayUsd,
    used,
    left: used < current.dayUsd ? current.dayUsd - used : 0n,
    raise: next?.needs === "authenticator" ? "authenticator" : "support",
    nextDay: next?.dayUsd ?? null,
  };
}
