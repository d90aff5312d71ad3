import { expect, test } from "vitest";
import { payoutWait } from "./payout-wait.ts";

test.each([
  ["waiting", "cap_hour", "release"],
  ["waiting", "cap_day", "release"],
  ["waiting", "screening_answer", "check"],
  ["waiting", "dispute", "review"],
  ["waiting", "stopped", null],
  ["approved", "signer_cap_day", "release"],
  ["approved", "network_fee_above_cap", "network_fee"],
  ["approved", "hot_balance_low", "funds"],
  ["approved", "rail_away", "paused"],
  ["approved", "hot_account_used_elsewhere", "review"],
  ["held", "screening", "review"],
  ["prepared", null, null],
  ["broadcast", null, null],
  ["broadcast", "unconfirmed", null],
] as const)("%s because of %s waits for %s", (state, why, wait) => {
  expect(payoutWait({ state, why, isStopped: false })).toBe(wait);
});

test.each([
  ["waiting", "cap_day", "paused"],
  ["approved", "network_fee_above_cap", "paused"],
  ["prepared", null, "paused"],
  ["broadcast", null, "paused"],
  // Its rail has it, or has had it: it may arrive at any moment.
  ["broadcast", "unconfirmed", null],
  ["broadcast", "dropped_by_rail", null],
  ["held", "operator", "review"],
  ["settled", null, null],
] as const)("%s because of %s on a stopped rail waits for %s", (state, why, wait) => {
  expect(payoutWait({ state, why, isStopped: true })).toBe(wait);
});
