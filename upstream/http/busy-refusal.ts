import { type Refusal, refuse } from "../shared/rules/refusal.ts";

const busySeconds = 5;

/** Refuses a call that nothing was done for, with the seconds after which to repeat it. */
export const busyRefusal = (): Refusal => refuse("overloaded", { extra: { retry_after_seconds: busySeconds } });
