import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { affiliatePayout, partner } from "../../../upstream/db/schema/affiliates.ts";
import { withdrawal } from "../../../upstream/db/schema/withdrawals.ts";
import { type Partner, summaryOf, withRewards } from "../../support/affiliates/partners.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";
import { confirm, later, tronAddress, violations, withdrawalOf } from "../../support/withdrawals/withdrawals.ts";

const asset = "usdt-trc20";

let service: Exchange;
let anna: Partner;
beforeEach(async () => {
  service = await exchange();
  anna = await withRewards(service, "anna@example.com");
});

type WithdrawalInput = { amount?: string; asset?: string; source?: "affiliate" | "wallet" };
const wanted = (input: WithdrawalInput) => ({
  source: "affiliate" as const,
  asset,
  amount: "12",
  account: tronAddress,
  ...input,
});
const ask = (input: WithdrawalInput = {}, key = "k1") =>
  service.ask("withdrawalsCreate", { body: wanted(input), key, ...by(anna.member.token) });
const money = async () => {
  const { available, held } = await figures(service, anna.member);
  return { available, held };
};

test("rewards go through the wallet to an address, with the ordinary confirmation and cooling off", async () => {
  const before = await summaryOf(service, anna);
  const quoted = await service.call("withdrawalQuote", { body: wanted({}), ...by(anna.member.token) });
  expect(quoted.reply().data).toMatchObject({ source: "affiliate", net: "11.000000", is_new_address: true });
  const withdrawal = (await ask()).reply().data;
  expect(withdrawal).toMatchObject({ source: "affiliate", amount: "12.000000", status: "confirm_pending" });
  const after = await summaryOf(service, anna);
  expect(Number(before.ready) - Number(after.ready)).toBeCloseTo(12, 6);
  expect(after.paid_out).toBe("12.000000");
  expect(await money()).toEqual({ available: "0.000000", held: "12.000000" });
  expect((await confirm(service, anna.member, withdrawal)).reply().data.status).toBe("cooling_off");
  await later(service, anna.member);
  await service.pass(1);
  expect((await withdrawalOf(service, anna.member, withdrawal.id)).status).toBe("completed");
  const { data } = (await service.call("memberTransactions", by(anna.member.token))).reply();
  expect(data.map(({ type, amount }) => `${type} ${amount}`).sort()).toEqual([
    "affiliate 12.000000",
    "withdrawal 11.000000",
    "withdrawal_fee 1.000000",
  ]);
  expect(await violations(service)).toEqual([]);
});

test("what ends without being sent stays in the wallet, and the rewards are not ready again", async () => {
  const { ready } = await summaryOf(service, anna);
  const withdrawal = (await ask({ amount: ready })).reply().data;
  await service.call("withdrawalsCancel", { body: { id: withdrawal.id }, ...by(anna.member.token) });
  expect(await money()).toEqual({ available: ready, held: "0.000000" });
  expect(await summaryOf(service, anna)).toMatchObject({ ready: "0.000000", paid_out: ready });
  expect(await violations(service)).toEqual([]);
});

test("a request that is repeated with its key takes the rewards once, after a crash too", async () => {
  const first = (await ask()).reply().data;
  // Simulates a process that stopped before it stored its answer.
  await service.ctx.db.query("delete from idempotency_key");
  expect((await ask()).reply().data.id).toBe(first.id);
  expect(await summaryOf(service, anna)).toMatchObject({ paid_out: "12.000000" });
  expect(await service.ctx.db.orm.select().from(affiliatePayout)).toHaveLength(1);
});

test("of several requests and a payout into the wallet at once that want everything, one takes it", async () => {
  const { ready } = await summaryOf(service, anna);
  const payout = service.ask("affiliatePayout", { body: {}, key: "all", ...by(anna.member.token) });
  const asked = ["a", "b", "c"].map((key) => ask({ amount: ready }, key));
  const answers = [await payout, ...(await Promise.all(asked))];
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const response of answers.filter(({ status }) => status !== 201))
    expect(response.problem()).toMatchObject({ code: "insufficient_funds" });
  expect(await summaryOf(service, anna)).toMatchObject({ ready: "0.000000", paid_out: ready });
  expect(await violations(service)).toEqual([]);
});

test("is refused for more than is ready, below the smallest payout, in another currency and for a paused partner", async () => {
  const { ready } = await summaryOf(service, anna);
  expect((await ask({ amount: String(Number(ready) + 1) }, "more")).problem()).toMatchObject({
    code: "insufficient_funds",
  });
  expect((await ask({ amount: "9.99" }, "less")).problem()).toMatchObject({
    errors: [{ pointer: "/amount", code: "below_min", meta: { min: "10.000000" } }],
  });
  expect((await ask({ asset: "btc" }, "other")).problem()).toMatchObject({
    errors: [{ pointer: "/asset", code: "not_allowed" }],
  });
  await service.ctx.db.orm.update(partner).set({ status: "paused", pausedReason: "ads" });
  expect((await ask({}, "paused")).problem()).toMatchObject({ code: "forbidden" });
  expect(await service.ctx.db.orm.select().from(affiliatePayout)).toEqual([]);
  expect(await service.ctx.db.orm.select().from(withdrawal)).toEqual([]);
});

test("a freeze of withdrawals keeps rewards in, and nobody else's rewards can be taken", async () => {
  const eve = await signedUp(service, "eve@example.com");
  const theirs = await service.ask("withdrawalsCreate", { body: wanted({}), key: "eve", ...by(eve.token) });
  expect(theirs.problem()).toMatchObject({ code: "insufficient_funds" });
  const withdrawalsFrozenUntil = new Date(service.ctx.clock.now().getTime() + 3_600_000);
  await service.ctx.db.orm.update(member).set({ withdrawalsFrozenUntil }).where(eq(member.id, anna.member.id));
  expect((await ask({}, "frozen")).problem()).toMatchObject({ code: "withdrawals_frozen" });
  expect(await summaryOf(service, anna)).toMatchObject({ paid_out: "0.000000" });
});
