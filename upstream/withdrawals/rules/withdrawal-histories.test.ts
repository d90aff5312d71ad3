import fc from "fast-check";
import { expect, test } from "vitest";
import type { Booking } from "../../ledger/rules/booking.ts";
import { seed } from "../../orders/rules/testing/seed.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { decideWithdrawal, type WithdrawalEvent, type WithdrawalFacts } from "./decide-withdrawal.ts";
import { withdrawalHeld } from "./withdrawal-postings.ts";

const wallet = "member:us_1:usdt-trc20";
const start = new Date("2026-11-21T12:00:00.000Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const event = fc.oneof(
  fc.constantFrom<WithdrawalEvent>(
    { name: "confirmed" },
    { name: "cooled" },
    { name: "cancelled" },
    { name: "confirmation_ended" },
    { name: "rejected", reason: "reported" },
    { name: "handed_over" },
    { name: "not_sent", reason: "not_sent" },
    { name: "returned", amount: null },
  ),
  fc.bigInt({ min: 0n, max: 2000n }).map((free): WithdrawalEvent => ({ name: "sent", free })),
);
const history = fc.array(fc.record({ event, seconds: fc.nat(40_000) }), { maxLength: 30 });

/** What is posted to the wallet, what it holds, and which holds have ended. */
function books() {
  const holds = new Map<string, { debit: string; amount: bigint }>();
  const ended = new Set<string>();
  let posted = 0n;
  const end = (id: string) => {
    const hold = holds.get(id);
    if (!hold || ended.has(id)) throw new Error(`The hold ${id} is not open`);
    ended.add(id);
    return hold;
  };
  const move = (debit: string, credit: string, amount: bigint) => {
    if (debit === wallet) posted -= amount;
    if (credit === wallet) posted += amount;
  };
  return {
    book(booking: Booking) {
      if (booking.do === "hold") holds.set(booking.id, booking);
      else if (booking.do === "void") end(booking.pendingId);
      else if (booking.do === "settle") move(end(booking.pendingId).debit, "", booking.amount);
      else move(booking.debit, booking.credit, booking.amount);
    },
    posted: () => posted,
    open: () => [...holds.keys()].filter((id) => !ended.has(id)).length,
  };
}

function paid(status: string, reason: string, { net, fee, isLate }: { net: bigint; fee: bigint; isLate: boolean }) {
  if (status === "completed") return isLate ? net : net + fee;
  return reason === "returned" && !isLate ? fee : 0n;
}

test("in any history a withdrawal takes its amount once, or nothing", () => {
  const money = fc.record({ net: fc.bigInt({ min: 1n, max: 1000n }), fee: fc.bigInt({ min: 0n, max: 50n }) });
  fc.assert(
    fc.property(money, fc.boolean(), fc.nat(90_000), history, ({ net, fee }, awaitsCash, coolingSeconds, steps) => {
      const { book, posted, open } = books();
      let facts: WithdrawalFacts = {
        ...{
          id: "wd_1",
          memberId: "us_1",
          rail: "sandbox-tron",
          asset: "usdt-trc20",
          amount: net + fee,
          fee,
          awaitsCash,
        },
        ...{ status: "confirm_pending", confirmBy: after(1800), usableAt: after(coolingSeconds), now: start },
      };
      withdrawalHeld(facts).forEach(book);
      let [seconds, owed, isLate, reason] = [0, 0n, false, ""];
      for (const step of steps) {
        seconds += step.seconds;
        const decision = decideWithdrawal({ ...facts, now: after(seconds) }, step.event);
        if (isRefusal(decision)) continue;
        decision.bookings.forEach(book);
        facts = { ...facts, status: decision.status };
        if (step.event.name === "handed_over") facts.awaitsCash = false;
        owed += decision.debt;
        isLate ||= decision.reason === "sent_after_failure";
        reason = decision.reason ?? "";
        // What has come back is over: its movement takes no other end.
        if (reason === "returned") break;
      }
      const isOpen = ["confirm_pending", "cooling_off", "approved", "processing"].includes(facts.status);
      expect(open() > 0).toBe(isOpen);
      // What the member has paid in all, a debt included.
      expect(owed - posted()).toBe(paid(facts.status, reason, { net, fee, isLate }));
    }),
    { numRuns: 500, seed: seed("histories of withdrawals") },
  );
});
