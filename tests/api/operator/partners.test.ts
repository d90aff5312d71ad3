import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { settleRewards } from "../../../upstream/affiliates/settle-rewards.ts";
import { reward } from "../../../upstream/db/schema/affiliates.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { joined, type Partner, referralsOf } from "../../support/affiliates/partners.ts";
import { acceptTerms, executeDraft, giveDetails, openDraft } from "../../support/orders/order-steps.ts";
import { completedOrder, rowOf } from "../../support/orders/reviews.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedIn } from "../../support/service/members.ts";

const reason = "an accountant asked";
const seen = "Both sides use one payout account.";

let service: Exchange;
let anna: Partner;
beforeEach(async () => {
  service = await exchange();
  anna = await joined(service, "anna@example.com");
});

const operator = (command: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command, args: { reason, ...args }, operator: { name: "boris" } });
const ofAnna = (command: string, args: Record<string, string> = {}) =>
  operator(command, { email: anna.member.email, ...args });
const brought = async (email: string) => (await completedOrder(service, email, { partner: anna.code })).ref;
const rewardOf = async (ref: string) => {
  const [row] = await service.ctx.db.orm.select().from(reward).where(eq(reward.orderRef, ref));
  return row;
};
const firstReferral = async () => (await referralsOf(service, anna))[0];

test("a percentage agreed with a partner counts for the next order, and asks above the highest tier", async () => {
  expect(await ofAnna("partners rate", { percent: "31" })).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining("31.00 % of our profit is above the 30.00 %") },
  });
  expect(await ofAnna("partners rate", { percent: "31", anyway: "yes" })).toMatchObject({ ok: true });
  expect(await rewardOf(await brought("one@example.com"))).toMatchObject({ rateBps: 3100, tier: null });
  expect(await ofAnna("partners rate", { percent: "tier" })).toMatchObject({ ok: true });
  expect(await rewardOf(await brought("two@example.com"))).toMatchObject({ rateBps: 2000, tier: "starter" });
  // The second level may take five percent of the same profit.
  expect(await ofAnna("partners rate", { percent: "95.01", anyway: "yes" })).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining("to 95.00") },
  });
  for (const percent of ["0", "100.01", "12.345", "much"])
    expect(await ofAnna("partners rate", { percent })).toMatchObject({ ok: false });
});

test("nothing counts for a paused partner, and nothing is paid out until the partner is resumed", async () => {
  const before = await brought("one@example.com");
  expect(await ofAnna("partners pause")).toMatchObject({ ok: true });
  expect(await ofAnna("partners pause")).toMatchObject({ ok: false });
  await brought("two@example.com");
  expect(await firstReferral()).toMatchObject({ reason: "partner_paused" });
  expect(await rewardOf(before)).toMatchObject({ state: "waiting" });
  expect(await operator("partners list", { paused: "yes" })).toMatchObject({ data: [{ email: anna.member.email }] });
  anna.member.token = await signedIn(service, anna.member.email);
  const press = () => service.ask("affiliatePayout", { body: {}, key: "k1", ...by(anna.member.token) });
  expect((await press()).status).toBe(403);
  expect(await ofAnna("partners resume")).toMatchObject({ ok: true });
  const after = await brought("three@example.com");
  expect(await rewardOf(after)).toMatchObject({ state: "waiting" });
});

test("an order marked as fraud gives nothing: a waiting reward is void, a ready one taken back", async () => {
  const [waiting, ready] = [await brought("one@example.com"), await brought("two@example.com")];
  expect(await operator("partners flag", { ref: waiting, seen: "short" })).toMatchObject({ ok: false });
  expect(await operator("partners flag", { ref: waiting, seen })).toMatchObject({ ok: true });
  expect(await rewardOf(waiting)).toMatchObject({ state: "void", reason: "fraud" });
  await service.pass(2 * 86_400);
  await settleRewards(service.ctx);
  expect(await rewardOf(ready)).toMatchObject({ state: "ready" });
  expect(await operator("partners flag", { ref: ready, seen })).toMatchObject({ ok: true });
  expect(await rewardOf(ready)).toMatchObject({ state: "taken_back", reason: "fraud" });
  expect(await operator("partners flag", { ref: ready, seen })).toMatchObject({ ok: false });
  anna.member.token = await signedIn(service, anna.member.email);
  expect((await referralsOf(service, anna)).map((row) => row.reason)).toEqual(["fraud", "fraud"]);
  expect(await ofAnna("partners show")).toMatchObject({
    data: { orders: [{ reason: "fraud", orders_of_this_customer: 1 }, { reason: "fraud" }] },
  });
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("an order that is marked before it is completed never gets a reward; one of no partner cannot be", async () => {
  const draft = await openDraft(service, { partner: anna.code });
  await giveDetails(service, draft, { email: "one@example.com" });
  await acceptTerms(service, draft);
  await executeDraft(service, draft);
  expect(await operator("partners flag", { ref: draft.ref, seen })).toMatchObject({ ok: true });
  await simulateEvent(service.ctx, await rowOf(service, draft.ref), "pay_exact", null);
  await service.runJobs();
  expect(await rowOf(service, draft.ref)).toMatchObject({ status: "completed" });
  expect(await rewardOf(draft.ref)).toBeUndefined();

  const { ref } = await completedOrder(service, "guest@example.com");
  expect(await operator("partners flag", { ref, seen })).toMatchObject({
    ...{ ok: false, sentence: "This order came to no partner." },
  });
});
