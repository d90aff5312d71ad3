import { expect, test } from "vitest";
import { limitState } from "./limit.ts";
import { defaultWithdrawalPolicy } from "./withdrawal-policy.ts";

const { levels } = defaultWithdrawalPolicy;

test("without an authenticator the first limit applies, and the authenticator is the way to raise it", () => {
  expect(limitState(levels, { hasAuthenticator: false, used: 500_00n })).toEqual({
    level: 1,
    day: 2_000_00n,
    used: 500_00n,
    left: 1_500_00n,
    raise: "authenticator",
    nextDay: 20_000_00n,
  });
});

test("with one the second limit applies, and our team raises it", () => {
  const state = limitState(levels, { hasAuthenticator: true, used: 0n });
  expect(state).toMatchObject({ level: 2, left: 20_000_00n, raise: "support", nextDay: null });
});

test("nothing is left where more was used than the limit is now, as after the authenticator was turned off", () => {
  expect(limitState(levels, { hasAuthenticator: false, used: 9_000_00n }).left).toBe(0n);
});
