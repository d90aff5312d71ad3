import { describe, expect, test } from "vitest";
import { type WithdrawalStatus, withdrawalStatuses } from "../../../contract/balance/withdrawal-lists.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { decideWithdrawal, type WithdrawalEvent, type WithdrawalFacts } from "./decide-withdrawal.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const later = new Date("2026-11-22T12:00:00.000Z");

const facts = (status: WithdrawalStatus, change: Partial<WithdrawalFacts> = {}): WithdrawalFacts => ({
  id: "wd_1",
  memberId: "us_1",
  rail: "sandbox-tron",
  asset: "usdt-trc20",
  amount: 100n,
  fee: 1n,
  awaitsCash: false,
  status,
  confirmBy: later,
  usableAt: now,
  now,
  ...change,
});

function decided(status: WithdrawalStatus, event: WithdrawalEvent, change: Partial<WithdrawalFacts> = {}) {
  const decision = decideWithdrawal(facts(status, change), event);
  if (isRefusal(decision)) throw new Error(`${event.name} was refused in ${status}`);
  return decision;
}

const released = [
  { do: "void", id: "withdrawal:wd_1:net:released", pendingId: "withdrawal:wd_1:net" },
  { do: "void", id: "withdrawal:wd_1:fee:released", pendingId: "withdrawal:wd_1:fee" },
];

describe("a withdrawal", () => {
  /** Event by event, the statuses in which it may happen. Everything else is refused. */
  const allowed: [WithdrawalEvent, WithdrawalStatus[]][] = [
    [{ name: "confirmed" }, ["confirm_pending"]],
    [{ name: "cooled" }, ["cooling_off"]],
    [{ name: "cancelled" }, ["confirm_pending", "cooling_off"]],
    [{ name: "confirmation_ended" }, ["confirm_pending"]],
    [{ name: "rejected", reason: "by_team" }, ["confirm_pending", "cooling_off", "approved"]],
    [{ name: "handed_over" }, ["approved"]],
    [{ name: "sent", free: 0n }, ["processing", "failed"]],
    [{ name: "not_sent", reason: "not_sent" }, ["processing"]],
    [{ name: "returned", amount: null }, ["completed"]],
  ];
  test.each(allowed)("lets $name happen only where the machine allows it", (event, statuses) => {
    const due = { confirmBy: event.name === "confirmation_ended" ? now : later };
    const happens = withdrawalStatuses.filter((status) => !isRefusal(decideWithdrawal(facts(status, due), event)));
    expect(happens).toEqual(statuses);
  });

  test("is approved when its address may be used, and cools off until then otherwise", () => {
    const isNew = { usableAt: later };
    expect(decided("confirm_pending", { name: "confirmed" })).toMatchObject({ status: "approved" });
    const cooling = decided("confirm_pending", { name: "confirmed" }, isNew);
    expect(cooling).toMatchObject({ status: "cooling_off", email: "withdrawal_cooling" });
    const early = decideWithdrawal(facts("cooling_off", isNew), { name: "cooled" });
    expect(early).toMatchObject({ refused: "invalid_transition" });
  });

  test("is not confirmed after its time, and ends then", () => {
    const tooLate = { confirmBy: now };
    expect(isRefusal(decideWithdrawal(facts("confirm_pending", tooLate), { name: "confirmed" }))).toBe(true);
    const ended = decided("confirm_pending", { name: "confirmation_ended" }, tooLate);
    expect(ended).toMatchObject({ status: "cancelled", reason: "not_confirmed", bookings: released });
  });

  test.each([
    ["cancelled", "cooling_off", { name: "cancelled" }],
    ["rejected", "approved", { name: "rejected", reason: "reported" }],
    ["failed", "processing", { name: "not_sent", reason: "not_sent" }],
  ] as const)("gives everything back when it is %s", (status, from, event) => {
    expect(decided(from, event)).toMatchObject({ status, bookings: released, debt: 0n });
  });

  test("posts what was held when it is sent", () => {
    expect(decided("processing", { name: "sent", free: 0n }).bookings).toEqual([
      { do: "settle", id: "withdrawal:wd_1:net:sent", pendingId: "withdrawal:wd_1:net", amount: 99n },
      { do: "settle", id: "withdrawal:wd_1:fee:sent", pendingId: "withdrawal:wd_1:fee", amount: 1n },
    ]);
  });

  test("that was sent after it had failed takes what the wallet has, and the rest is owed", () => {
    const late = decided("failed", { name: "sent", free: 60n });
    expect(late).toMatchObject({ status: "completed", reason: "sent_after_failure", debt: 39n });
    expect(late.bookings).toMatchObject([
      { do: "forced", debit: "member:us_1:usdt-trc20", credit: "assets:sandbox-tron:usdt-trc20", amount: 60n },
      { do: "forced", debit: "reserve:usdt-trc20", credit: "assets:sandbox-tron:usdt-trc20", amount: 39n },
    ]);
    const covered = decided("failed", { name: "sent", free: 500n });
    expect(covered).toMatchObject({ debt: 0n, bookings: [{ amount: 99n, debit: "member:us_1:usdt-trc20" }] });
  });

  test("that comes back is credited without its fee, or in part", () => {
    const back = { do: "forced", debit: "assets:sandbox-tron:usdt-trc20", credit: "member:us_1:usdt-trc20" };
    const whole = decided("completed", { name: "returned", amount: null });
    expect(whole).toMatchObject({ status: "failed", reason: "returned", bookings: [{ ...back, amount: 99n }] });
    expect(decided("completed", { name: "returned", amount: 40n }).bookings).toMatchObject([{ ...back, amount: 40n }]);
  });
});
