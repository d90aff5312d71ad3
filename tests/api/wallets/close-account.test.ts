import { describe, expect, test } from "vitest";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, password } from "../../support/service/members.ts";
import { report, walletOf } from "../../support/wallets/deposits.ts";
import { resume, withdrawalDesk } from "../../support/withdrawals/withdrawal-desk.ts";
import { confirmed, endAs, movementOf } from "../../support/withdrawals/withdrawals.ts";

/** The operator's list of what no wallet has. */
async function listed(service: Exchange) {
  const outcome = await runCommand(service.ctx, { command: "unclaimed list", args: {}, operator: { name: "anna" } });
  return outcome.ok ? outcome.data : outcome.sentence;
}

test("an account with money in a wallet, or coming in, cannot be closed; what arrives after it was is kept", async () => {
  const service = await exchange();
  const { member, address } = await walletOf(service);
  const close = () => service.call("memberClose", { body: { password, two_factor_code: null }, ...by(member.token) });
  const tell = (state: "seen" | "final" | "gone") => report(service, address, { railPaymentId: "one", state });
  await tell("seen");
  expect((await close()).problem()).toMatchObject({ status: 409, code: "account_in_use" });
  await tell("final");
  expect((await close()).problem()).toMatchObject({ status: 409, code: "account_in_use" });
  await tell("gone");
  expect((await close()).status).toBe(200);
  await report(service, address, { railPaymentId: "late", state: "final" });
  expect(await available(service.ctx.db.orm, accounts.member(member.id, "usdt-trc20"))).toBe(0n);
  expect(await available(service.ctx.db.orm, accounts.unclaimed("usdt-trc20"))).toBe(100_000000n);
  expect(await listed(service)).toMatchObject([{ from: "deposit", amount: "100.000000 usdt-trc20", email: null }]);
});

test("a withdrawal that comes back to a closed account is kept as unclaimed", async () => {
  const desk = await withdrawalDesk();
  const { service, anna } = desk;
  const { id } = await confirmed(service, anna, { amount: "1000" });
  await resume(desk);
  const movement = await movementOf(service, id);
  if (!movement) throw new Error("It has no movement");
  expect((await service.call("memberClose", { body: { password }, ...by(anna.token) })).status).toBe(200);
  const emails = await desk.emailed();
  await endAs(service.ctx, movement, { state: "returned", amount: null });
  await service.runJobs();
  expect(await available(service.ctx.db.orm, accounts.member(anna.id, "usdt-trc20"))).toBe(0n);
  expect(await available(service.ctx.db.orm, accounts.unclaimed("usdt-trc20"))).toBe(999_000000n);
  expect(await listed(service)).toMatchObject([{ from: "withdrawal", id, amount: "999.000000 usdt-trc20" }]);
  expect(await desk.emailed()).toEqual(emails);
  expect(await verify(service.ctx.db)).toEqual([]);
});

describe("money that no withdrawal can take out", () => {
  /** A wallet with 6 USDT, of which at least 10 can be withdrawn, and a deposit of 2 below the smallest deposit. */
  async function withLeftovers() {
    const service = await exchange();
    const { member, address } = await walletOf(service);
    await report(service, address, { railPaymentId: "credited", state: "final", amount: 6_000000n });
    await report(service, address, { railPaymentId: "small", state: "final", amount: 2_000000n });
    const close = (isGivenUp?: boolean) => {
      const body = { password, two_factor_code: null, ...(isGivenUp && { give_up_leftovers: true }) };
      return service.call("memberClose", { body, ...by(member.token) });
    };
    const closing = async () => (await service.call("memberClosing", by(member.token))).reply().data;
    const money = (id: string) => available(service.ctx.db.orm, id);
    return { service, member, address, close, closing, money };
  }

  test("is named, has to be given up expressly, and is then kept as unclaimed", async () => {
    const { service, member, close, closing, money } = await withLeftovers();
    const leftovers = [
      { asset: "usdt-trc20", amount: "6.000000", kind: "below_withdrawal" },
      { asset: "usdt-trc20", amount: "2.000000", kind: "below_deposit" },
    ];
    const open = { can_close: true, open_orders: 0, wallets: [], rewards_due: false, leftovers };
    expect(await closing()).toEqual(open);
    const refused = (await close()).problem();
    expect(refused).toMatchObject({ status: 422, errors: [{ pointer: "/give_up_leftovers", code: "must_accept" }] });
    expect(await money(accounts.member(member.id, "usdt-trc20"))).toBe(6_000000n);
    expect((await close(true)).status).toBe(200);
    expect(await money(accounts.member(member.id, "usdt-trc20"))).toBe(0n);
    expect(await money(accounts.unclaimed("usdt-trc20"))).toBe(8_000000n);
    const unclaimed = await listed(service);
    expect(unclaimed).toHaveLength(2);
    expect(unclaimed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ from: "closing", id: member.id, amount: "6.000000 usdt-trc20", days: 0 }),
        expect.objectContaining({ from: "deposit", amount: "2.000000 usdt-trc20" }),
      ]),
    );
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("is no leftover any more once a withdrawal is possible, even with consent", async () => {
    const { service, member, address, close, closing, money } = await withLeftovers();
    await report(service, address, { railPaymentId: "more", state: "final", amount: 30_000000n });
    const wallets = [{ asset: "usdt-trc20", amount: "38.000000", reason: "available" }];
    expect(await closing()).toMatchObject({ can_close: false, wallets, leftovers: [] });
    expect((await close(true)).problem()).toMatchObject({ status: 409, code: "account_in_use" });
    expect(await money(accounts.member(member.id, "usdt-trc20"))).toBe(38_000000n);
  });

  test("waits for a deposit that is coming in", async () => {
    const { service, address, close, closing } = await withLeftovers();
    await report(service, address, { railPaymentId: "coming", state: "seen", amount: 1_000000n });
    const wallets = [
      { asset: "usdt-trc20", amount: "6.000000", reason: "available" },
      { asset: "usdt-trc20", amount: "1.000000", reason: "pending" },
    ];
    expect(await closing()).toMatchObject({ can_close: false, wallets });
    expect((await close(true)).problem()).toMatchObject({ status: 409, code: "account_in_use" });
  });
});
