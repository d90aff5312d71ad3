import { beforeEach, describe, expect, test } from "vitest";
import { readMovement } from "../../../upstream/payouts/movement.ts";
import { asStaff, enrol } from "../../support/service/staff.ts";
import { payFromWallet, savedPayoutAccount, walletDraft } from "../../support/wallets/wallet-payment.ts";
import { freezing, resume, type WithdrawalDesk, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";

let desk: WithdrawalDesk;
let frozen: ReturnType<typeof freezing>;
/** Of an order of 100 USDT that was paid from the wallet: the payout guard has its payout, and the rail cannot send it yet. */
let id: string;

beforeEach(async () => {
  desk = await withdrawalDesk();
  frozen = freezing(desk);
  const { service, anna, rail } = desk;
  rail.preparation = { state: "wait", reason: "coins" };
  await savedPayoutAccount(service, anna, { agoMs: 30 * 86_400_000 });
  const order = await walletDraft(service, "100", anna);
  expect((await payFromWallet(service, anna, order)).status).toBe(200);
  id = `${order.ref}-payout-1`;
});

const movement = () => readMovement(desk.service.ctx.db.orm, id);
const approve = () => desk.operator("payouts approve", { id });

describe("the payout of an order that was paid from a wallet", () => {
  test("cannot be approved while the account is frozen, and can once the freeze has ended", async () => {
    await frozen.changesPassword();
    await frozen.railHasCoins();
    expect(await movement()).toMatchObject({ state: "held", why: "frozen" });
    expect(await approve()).toMatchObject({ ok: false, sentence: expect.stringContaining("are frozen until") });
    await desk.service.pass(2 * 86_400);
    await frozen.railHasCoins();
    expect(desk.rail.sent.size).toBe(0);
    expect(await approve()).toMatchObject({ ok: true });
    await desk.service.runJobs();
    expect(desk.rail.sent.get(id)).toBe(1);
  });

  test("is not sent on an approval given before the freeze, even if the service was down until the freeze had ended", async () => {
    expect(await desk.operator("payouts hold", { id })).toMatchObject({ ok: true });
    expect(await approve()).toMatchObject({ ok: true });
    await resume(desk);
    expect(await movement()).toMatchObject({ state: "approved", approvedBy: ["boris"] });
    await desk.service.ctx.clock.advance(60);
    await frozen.changesPassword();
    await desk.service.ctx.clock.advance(2 * 86_400);
    await frozen.railHasCoins();
    expect(desk.rail.sent.size).toBe(0);
    expect(await movement()).toMatchObject({ state: "held", why: "frozen" });
    expect(await approve()).toMatchObject({ ok: true });
    await desk.service.runJobs();
    expect(desk.rail.sent.get(id)).toBe(1);
  });

  test("needs the approval of two people after a freeze where there are staff", async () => {
    const { ctx } = desk.service;
    await frozen.changesPassword();
    await frozen.railHasCoins();
    await desk.service.pass(2 * 86_400);
    const { anna, boris } = await enrol(ctx);
    const args = { id, reason: "the customer has called us" };
    expect(await asStaff(ctx, anna, "payouts approve", args)).toMatchObject({ ok: true });
    await desk.service.runJobs();
    expect(desk.rail.sent.size).toBe(0);
    const [entry] = (await ctx.db.query("select id, kind from maker_entry where about = 'movement'")).rows;
    expect(entry).toMatchObject({ kind: "withdrawal_let_go" });
    expect(await asStaff(ctx, boris, "payouts approve", { ...args, of: String(entry?.id) })).toMatchObject({
      ok: true,
    });
    await desk.service.runJobs();
    expect(desk.rail.sent.get(id)).toBe(1);
  });
});
