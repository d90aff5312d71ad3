import fc from "fast-check";
import { expect, test } from "vitest";
import { withdrawal } from "../../../upstream/db/schema/withdrawals.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { recheckFailed } from "../../../upstream/payouts/recheck-failed.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import type { Preparation, Reading } from "../../../upstream/ports/payout-rail.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import type { WithdrawalRow } from "../../../upstream/withdrawals/withdrawal-row.ts";
import { type ScriptedRail, scriptRails } from "../../support/payouts/scripted-rail.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";
import { ask, confirm, otherAddress, readyMember, violations } from "../../support/withdrawals/withdrawals.ts";

const runs = Number(process.env.WITHDRAWAL_HISTORIES ?? 2);
const deposited = 1_000_000000n;

const networkFee = { asset: "trx", amount: 5n };
const readings: readonly Reading[] = [
  { state: "settled", txId: "t1", networkFee },
  { state: "settled", txId: "t1", networkFee },
  { state: "reverted", reason: "out of energy", networkFee },
  { state: "void", reason: "displaced" },
  { state: "pending" },
  { state: "returned", txId: "t1", networkFee, amount: null },
];
const preparations: readonly (Preparation | undefined)[] = [
  undefined,
  undefined,
  undefined,
  { state: "refused", reason: "dust" },
  { state: "wait", reason: "coins" },
];

type World = { service: Exchange; member: Member; rail: ScriptedRail };
type Dice = { step: number; one: number; two: number };
const picked = <Item>(items: readonly Item[], dice: number): Item | undefined => items[dice % items.length];

const rows = ({ service }: World) => service.ctx.db.orm.select().from(withdrawal).orderBy(withdrawal.createdAt);

/** What members, operators, time and the rail do, by the dice. What is refused changes nothing. */
const steps: readonly ((world: World, dice: Dice) => Promise<unknown>)[] = [
  ({ service, member }, { one: subject, two: variant }) =>
    ask(service, member, {
      amount: String(20 + (subject % 300)),
      ...(variant % 3 === 0 ? { account: otherAddress } : {}),
    }),
  async (world, { one: subject }) => {
    const waiting = (await rows(world)).filter(({ status }) => status === "confirm_pending");
    const row = picked(waiting, subject);
    if (!row) return;
    const { service, member } = world;
    const shownTerms = { id: row.id, amount: (Number(row.amount) / 1_000_000).toFixed(6), account: row.account };
    await confirm(service, member, shownTerms).catch(() => undefined);
  },
  async (world, { one: subject }) => {
    const row = picked(await rows(world), subject);
    if (row) await world.service.ask("withdrawalsCancel", { body: { id: row.id }, ...by(world.member.token) });
  },
  async (world, { one: subject }) => {
    const row = picked(await rows(world), subject);
    const command = { command: "withdrawals reject", args: { id: row?.id ?? "wd", reason: "by the dice" } };
    if (subject % 4 === 0) await runCommand(world.service.ctx, { ...command, operator: { name: "boris" } });
  },
  async ({ service, member }, { one: seconds }) => {
    await service.pass(seconds % 50_000);
    member.token = await signedIn(service, member.email);
  },
  async ({ rail }, { one: subject, two: variant }) => {
    rail.reading = picked(readings, subject);
    rail.preparation = picked(preparations, variant);
  },
  ({ service }) => resumeWaiting(service.ctx),
  ({ service }) => recheckFailed(service.ctx),
  async ({ service }, { one: subject }) => {
    const movement = picked(await selectMovements(service.ctx.db.orm), subject);
    if (movement) await advance(service.ctx, movement.id);
  },
];

/** What the member has paid for a withdrawal that is over, minor units. */
function paid({ status, reason, amount, fee, sentLate }: WithdrawalRow): bigint {
  if (status === "completed") return sentLate ? amount - fee : amount;
  return reason === "returned" && !sentLate ? fee : 0n;
}

async function settleEverything(world: World): Promise<void> {
  world.rail.reading = readings[0];
  world.rail.preparation = undefined;
  await world.service.pass(90_000);
  for (let round = 0; round < 3; round += 1) {
    await resumeWaiting(world.service.ctx);
    await world.service.pass(60);
  }
  world.member.token = await signedIn(world.service, world.member.email);
}

test("after any history each withdrawal is over, and its member has paid for what arrived and nothing else", async () => {
  const dice = fc.record({ step: fc.nat(999), one: fc.nat(99_999), two: fc.nat(999) });
  await fc.assert(
    fc.asyncProperty(fc.array(dice, { minLength: 40, maxLength: 80 }), async (throws) => {
      const service = await exchange();
      const world = { service, member: await readyMember(service), rail: scriptRails(service.ctx) };
      world.rail.reading = readings[0];
      for (const thrown of throws) {
        await picked(steps, thrown.step)?.(world, thrown);
        await service.runJobs();
      }
      await settleEverything(world);
      const ended = await rows(world);
      expect(ended.filter(({ endedAt }) => endedAt === null)).toEqual([]);
      const { posted, held, debt } = await figures(service, world.member);
      const minor = (text: string) => BigInt(text.replace(".", ""));
      expect(minor(posted) - minor(debt)).toBe(deposited - ended.reduce((sum, row) => sum + paid(row), 0n));
      expect(held).toBe("0.000000");
      expect(await violations(service)).toEqual([]);
    }),
    { numRuns: runs, seed: seed("histories of withdrawals with the service") },
  );
});
