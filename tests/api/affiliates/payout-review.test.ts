import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { settleRewards } from "../../../upstream/affiliates/settle-rewards.ts";
import { reward } from "../../../upstream/db/schema/affiliates.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Partner, summaryOf, withRewards } from "../../support/affiliates/partners.ts";
import { paypalToUsdt } from "../../support/orders/order-steps.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, password, signedIn } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";
import { tronAddress, violations } from "../../support/withdrawals/withdrawals.ts";

const dayMs = 86_400_000;
const why = "Please tell us where you publish your link.";

let service: Exchange;
let anna: Partner;
beforeEach(async () => {
  service = await exchange({ settings: { AFFILIATE_REVIEW_ABOVE: "20" } });
  anna = await withRewards(service, "anna@example.com");
});

const press = (key: string) => service.ask("affiliatePayout", { body: {}, key, ...by(anna.member.token) });
const withdraw = (amount: string, key = amount) =>
  service.ask("withdrawalsCreate", {
    body: { source: "affiliate", asset: "usdt-trc20", amount, account: tronAddress },
    key,
    ...by(anna.member.token),
  });
const operator = (command: string, args: Record<string, string> = {}) =>
  runCommand(service.ctx, { command, args: { reason: why, ...args }, operator: { name: "boris" } });
const decide = (verb: "approve" | "refuse") => operator(`partners ${verb}-payout`, { email: anna.member.email });
/** Another order, whose rewards are ready. */
async function earns(amount = "5000") {
  const { ref } = await completedOrder(service, "customer@example.com", { partner: anna.code, amount });
  await service.pass((2 * dayMs) / 1000);
  await settleRewards(service.ctx);
  anna.member.token = await signedIn(service, anna.member.email);
  return ref;
}
const emailKinds = async () => {
  await service.runJobs();
  return (await service.emails(anna.member.email))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("rewards_"));
};

test("a payout above the band waits, is shown to partner and operator, and goes into the wallet when approved", async () => {
  const { ready } = await summaryOf(service, anna);
  expect((await press("all")).reply().data).toMatchObject({ state: "waiting", amount: ready });
  expect(await summaryOf(service, anna)).toMatchObject({
    ...{ ready: "0.000000", in_payout: ready, paid_out: "0.000000", payout: { state: "waiting", amount: ready } },
  });
  expect(await figures(service, anna.member)).toMatchObject({ available: "0.000000" });
  const row = { email: anna.member.email, amount: `${ready} usdt-trc20`, because: "above_band" };
  expect(await operator("today")).toMatchObject({ ok: true, data: { rewards_waiting: [row] } });
  expect(await operator("partners show", { email: anna.member.email })).toMatchObject({
    data: { payouts_waiting: [row] },
  });
  expect(await violations(service)).toEqual([]);
  expect(await decide("approve")).toMatchObject({ ok: true });
  expect(await decide("approve")).toMatchObject({ ok: false, sentence: "No payout of this partner waits." });
  expect(await figures(service, anna.member)).toMatchObject({ available: ready });
  expect(await summaryOf(service, anna)).toMatchObject({ in_payout: "0.000000", paid_out: ready, payout: null });
  expect(await emailKinds()).toEqual(["rewards_approved"]);
  const { data } = (await service.call("memberTransactions", by(anna.member.token))).reply();
  expect(data).toMatchObject([{ type: "affiliate", amount: ready }]);
  expect(await violations(service)).toEqual([]);
});

test("a refused payout goes back to the rewards, and the partner reads why, on the page and by email", async () => {
  const { ready } = await summaryOf(service, anna);
  await press("all");
  expect(await decide("refuse")).toMatchObject({ ok: true });
  const after = await summaryOf(service, anna);
  expect(after).toMatchObject({
    ready,
    paid_out: "0.000000",
    payout: { state: "refused", amount: ready, reason: why },
  });
  await service.runJobs();
  const email = (await service.emails(anna.member.email)).find(({ kind }) => kind === "rewards_refused");
  expect(email?.text).toContain(why);
  expect(await violations(service)).toEqual([]);
});

test("one payout of a partner is under review at a time, and the same request is one, after a crash too", async () => {
  await press("all");
  // Simulates a process that stopped before it stored its answer.
  await service.ctx.db.query("delete from idempotency_key");
  expect((await press("all")).reply().data).toMatchObject({ state: "waiting" });
  await earns();
  expect((await press("more")).problem()).toMatchObject({ status: 409, code: "payout_review" });
  expect((await withdraw("12")).problem()).toMatchObject({ code: "payout_review" });
});

test("a payout that is repeated with its key after a crash takes nothing that was earned since", async () => {
  await earns("100");
  const first = (await press("all")).reply().data;
  expect(first.state).toBe("waiting");
  await decide("approve");
  await earns();
  const { ready } = await summaryOf(service, anna);
  await service.ctx.db.query("delete from idempotency_key");
  expect((await press("all")).reply().data).toMatchObject({ state: "paid", amount: first.amount });
  expect(await summaryOf(service, anna)).toMatchObject({ ready, paid_out: first.amount });
});

test("a withdrawal above the band is refused before anything moves, however it is cut up", async () => {
  expect((await withdraw("21")).problem()).toMatchObject({ status: 409, code: "payout_needs_review" });
  expect((await withdraw("11")).status).toBe(201);
  expect((await withdraw("10")).problem()).toMatchObject({ code: "payout_needs_review" });
  expect(await summaryOf(service, anna)).toMatchObject({
    ...{ paid_out: "11.000000", in_payout: "0.000000", without_review: "9.000000" },
  });
  expect(await violations(service)).toEqual([]);
});

test("after a fraud flag each payout waits until one is approved; an old flag then counts no more", async () => {
  service = await exchange({ settings: { AFFILIATE_REVIEW_ABOVE: "1000" } });
  anna = await withRewards(service, "anna@example.com");
  const flagged = await earns("500");
  const seen = "Both sides use one payout account.";
  expect(await operator("partners flag", { ref: flagged, seen })).toMatchObject({ ok: true });
  expect(await summaryOf(service, anna)).toMatchObject({ without_review: "0.000000" });
  expect((await withdraw("10")).problem()).toMatchObject({ code: "payout_needs_review" });
  expect((await press("first")).reply().data).toMatchObject({ state: "waiting" });
  expect(await operator("today")).toMatchObject({ data: { rewards_waiting: [{ because: "fraud_flag" }] } });
  await decide("approve");
  const second = await earns();
  expect((await press("second")).reply().data).toMatchObject({ state: "paid" });
  expect(await operator("partners flag", { ref: second, seen })).toMatchObject({ ok: true });
  await earns();
  await earns();
  expect((await press("third")).reply().data).toMatchObject({ state: "waiting" });
  expect(await violations(service)).toEqual([]);
});

test("nothing is approved for a paused partner; the partner reads why it is paused", async () => {
  await press("all");
  expect(await operator("partners pause", { email: anna.member.email })).toMatchObject({ ok: true });
  expect(await decide("approve")).toMatchObject({ ok: false, sentence: expect.stringContaining("paused") });
  expect(await summaryOf(service, anna)).toMatchObject({ status: "paused", paused_reason: why });
  expect(await decide("refuse")).toMatchObject({ ok: true });
});

test("a reward taken back while its payout waits keeps the payout in, and is repaid when that is refused", async () => {
  const { ref } = await completedOrder(service, "payer@example.com", {
    ...paypalToUsdt,
    amount: "900",
    partner: anna.code,
  });
  await service.pass((15 * dayMs) / 1000);
  await settleRewards(service.ctx);
  anna.member.token = await signedIn(service, anna.member.email);
  await press("all");
  const opened = { name: "dispute_opened", caseId: "PP-1", rail: "paypal", amount: null } as const;
  await applyEvent(service.ctx, ref, opened, "rail");
  await applyEvent(service.ctx, ref, { name: "dispute_lost", caseId: "PP-1" }, "rail");
  const [lost] = await service.ctx.db.orm.select().from(reward).where(eq(reward.orderRef, ref));
  expect(lost).toMatchObject({ state: "taken_back", owed: lost?.amount });
  expect(await decide("approve")).toMatchObject({ ok: false, sentence: expect.stringContaining("taken back") });
  const held = Number((await summaryOf(service, anna)).in_payout);
  expect(await decide("refuse")).toMatchObject({ ok: true });
  const after = await summaryOf(service, anna);
  expect(after.debt).toBe("0.000000");
  expect(Number(after.ready)).toBeCloseTo(held - Number(lost?.amount ?? 0n) / 1e6, 6);
  expect(await violations(service)).toEqual([]);
});

test("an account stays open while a payout waits", async () => {
  await press("all");
  const body = { password, two_factor_code: null };
  const closed = await service.ask("memberClose", { body, ...by(anna.member.token) });
  expect(closed.problem()).toMatchObject({ code: "account_in_use" });
});
