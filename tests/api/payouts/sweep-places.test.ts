import { beforeEach, describe, expect, test } from "vitest";
import type { LedgerCheck } from "../../../upstream/ledger/checks/ledger-check.ts";
import { sweepChecks } from "../../../upstream/ledger/checks/sweep-checks.ts";
import { takenBackChecks } from "../../../upstream/ledger/checks/taken-back-checks.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepDesk, sweepFee } from "../../support/payouts/sweep-desk.ts";
import { happens, play, type SweepStory, sweepStory } from "../../support/payouts/sweep-histories.ts";
import { chance } from "../../support/simulation/chance.ts";

let story: SweepStory;
beforeEach(async () => {
  story = sweepStory(await sweepDesk());
});

/** What the audit objects to, but for a place that the report of a return will put right. */
async function faults(checks?: readonly LedgerCheck[]): Promise<string[]> {
  const found = await verify(story.desk.service.ctx.db, checks);
  const expected = story.model.isTwiceMoved ? ["deposit_addresses_hold_what_is_booked"] : [];
  return found.filter(({ check }) => !expected.includes(check)).map(({ sentence }) => sentence);
}

async function isRight(after: string): Promise<void> {
  expect(await story.desk.posted(), after).toBe(story.model.deposits);
  expect(await faults([...sweepChecks, ...takenBackChecks]), after).toEqual([]);
}

describe("deposit addresses hold what lies there, and the audit agrees, when", () => {
  test.each([
    ["a payment is taken back while its sweep is under way, and another arrives", "A ask -A B settle"],
    ["the same sweep comes back", "A ask -A B settle return"],
    ["the same sweep fails", "A ask -A B fail"],
    ["the same sweep settles after it had failed", "A ask -A B fail settle return"],
    ["the other arrives first", "A ask B -A settle return"],
    ["the other is taken back as well", "A ask -A B -B settle return"],
    ["the other is taken back after the sweep has arrived", "A ask -A B settle -B return"],
    ["the payment arrives again while its sweep is under way", "A ask -A A settle return"],
    ["it is taken back twice", "A ask -A A -A B settle return"],
    ["it is taken back and swept twice", "A ask -A A settle ask -A B settle return2 return1"],
    ["two payments of one sweep are taken back", "A C ask -A B -C settle return"],
    ["two payments are taken back before and after the sweep arrives", "A C ask -A B settle -C return"],
    ["a payment came back with its sweep", "A C ask settle return -A B ask -C settle return"],
    ["it is taken back after its failed sweep, before that arrives", "A ask fail -A B settle return"],
    ["it is in a failed sweep and in the next one, which comes back", "A ask fail ask -A B settle1 settle2 return2"],
    [
      "it is in a failed sweep and in the next one, and the first comes back",
      "A ask fail ask -A B settle2 settle1 return1",
    ],
    ["both of them come back", "A D ask fail ask -A B settle1 settle2 return1 return2"],
    ["it is taken back after both have arrived", "A D ask fail ask settle1 settle2 B -A return1 -D return2"],
    ["another is taken back while both have arrived", "A ask fail ask settle1 settle2 B -B return1"],
    ["an order's payment is taken back while its sweep is under way", "order ask -order B settle return"],
    ["an order's payment and a deposit are taken back", "order A ask -order B settle -A return"],
  ])("%s", async (_, words) => {
    await play(story, words, isRight);
    expect(await faults()).toEqual([]);
  });

  test.each([1, 2, 3])("everything happens by chance, seed %i", async (seed) => {
    const luck = chance(seed, "sweeps");
    const told: string[] = [];
    for (let turn = 1; turn <= 80; turn += 1) {
      told.push(await happens(story, luck, turn));
      expect(await story.desk.posted(), told.slice(-12).join("\n")).toBe(story.model.deposits);
    }
    expect(await faults()).toEqual([]);
  });
});

test("of a sweep that came back in part, what is taken back comes from the deposit addresses first", async () => {
  await play(story, "A D ask settle", isRight);
  const [[sweep = ""], hot] = [story.model.sweepsThatAre("sent"), await story.desk.hot()];
  const { desk } = story;
  desk.rail.reading = { state: "returned", txId: `tx of ${sweep}`, networkFee: sweepFee, amount: 40_000000n };
  await advance(desk.service.ctx, sweep);
  expect([await desk.posted(), await desk.hot()]).toEqual([40_000000n, hot - 40_000000n]);
  await desk.arrives("after", 50_000000n);
  // 65 of what lies there, which may be its own or not.
  await desk.vanishes("A");
  expect([await desk.posted(), await desk.hot()]).toEqual([25_000000n, hot - 40_000000n]);
  await desk.vanishes("after");
  expect([await desk.posted(), await desk.hot()]).toEqual([0n, hot - 65_000000n]);
  expect(await faults()).toEqual([]);
  await desk.arrives("again", 50_000000n);
  desk.rail.reading = { state: "pending" };
  await desk.sweep();
  await desk.vanishes("D");
  const [, { id = "" } = {}] = await desk.sweeps();
  desk.rail.reading = { state: "settled", txId: "s2", networkFee: sweepFee };
  await advance(desk.service.ctx, id);
  expect([await desk.posted(), await desk.hot()]).toEqual([0n, hot - 65_000000n - 68_000000n + 50_000000n]);
  expect(await faults()).toEqual([]);
});
