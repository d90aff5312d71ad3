import { beforeEach, describe, expect, test } from "vitest";
import type { LedgerCheck } from "../../../upstream/ledger/rules/ledger-check.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepChecks } from "../../../upstream/payouts/sweeps/ledger-checks.ts";
import { sweepDesk, sweepFee } from "../../support/payouts/sweep-desk.ts";
import { happens, play, type SweepStory, sweepStory } from "../../support/payouts/sweep-histories.ts";
import { chance } from "../../support/simulation/chance.ts";

const first = seed("sweeps by chance");
const stories = Array.from({ length: Number(process.env.SWEEP_STORIES ?? 1) }, (_, at) => first + at);

let story: SweepStory;
let hotBefore: bigint;
beforeEach(async () => {
  story = sweepStory(await sweepDesk());
  hotBefore = await story.desk.hot();
});

/** What the audit objects to, but for two sweeps that both say to have moved a payment, until one is told to be back. */
async function faults(checks?: readonly LedgerCheck[]): Promise<string[]> {
  const violations = await verify(story.desk.service.ctx.db, checks);
  const expected = story.model.isTwiceMoved ? ["payments_are_in_one_sweep"] : [];
  return violations.filter(({ check }) => !expected.includes(check)).map(({ sentence }) => sentence);
}

async function isRight(after: string): Promise<void> {
  const { desk, model } = story;
  expect([await desk.posted(), await desk.hot()], after).toEqual([model.deposits, hotBefore + model.broughtIn]);
  for (const sweep of [...model.sweepsThatAre("sending"), ...model.sweepsThatAre("sent")]) {
    const parts = (await desk.partsOf(sweep)).map(({ address, amount, payments, state }) => [
      address,
      { amount, payments, state },
    ]);
    expect(Object.fromEntries(parts), after).toEqual(Object.fromEntries(model.partsOf(sweep)));
  }
  expect(await faults(sweepChecks), after).toEqual([]);
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
    ["it is taken back and swept twice", "A ask -A B A settle ask -A settle2 return2 return1"],
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
    ["one of three addresses fails, and the next sweep takes it", "A B2 C3 ask settle!2 ask settle"],
    ["a payment at a failed address is taken back, and one at another", "A B2 ask D2 settle!2 -B -A ask settle"],
    ["a payment at a failed address is taken back during its sweep", "A B2 ask -B settle!2 C2 ask settle -C"],
    ["one of three addresses comes back", "A B2 C3 ask settle return!2 -A ask settle -B"],
    ["a payment that its sweep has moved is taken back and arrives again", "A B2 ask settle -A C A return"],
    ["it arrives again after others have taken its place", "A ask settle -A B C A ask settle return1"],
  ])("%s", async (_, words) => {
    await play(story, words, isRight);
    expect(await faults()).toEqual([]);
  });

  test.each(stories)("everything happens by chance, seed %i", async (chosen) => {
    const luck = chance(chosen, "sweeps");
    const told: string[] = [];
    for (let turn = 1; turn <= 80; turn += 1) {
      told.push(await happens(story, luck, turn));
      const lies = [await story.desk.posted(), await story.desk.hot()];
      expect(lies, told.slice(-12).join("\n")).toEqual([story.model.deposits, hotBefore + story.model.broughtIn]);
    }
    expect(await faults()).toEqual([]);
  });
});

test("of a sweep that came back by an amount, the first addresses have it again", async () => {
  await play(story, "A D2 ask settle", isRight);
  const { desk, model } = story;
  const [sweep = ""] = model.sweepsThatAre("sent");
  const [first, second] = await desk.partsOf(sweep);
  const amount = (first?.amount ?? 0n) + 10_000000n;
  desk.rail.reading = { state: "returned", txId: `tx of ${sweep}`, networkFee: sweepFee, amount };
  await advance(desk.service.ctx, sweep);
  expect(await desk.partsOf(sweep)).toMatchObject([
    { address: first?.address, state: "returned", returned: first?.amount },
    { address: second?.address, state: "returned", returned: 10_000000n },
  ]);
  expect(await desk.posted()).toBe(amount);
  expect(await faults()).toEqual([]);
});
