import { beforeEach, describe, expect, test } from "vitest";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { setMinDeposit } from "../../support/ledger/own-money.ts";
import { type SweepDesk, sweepDesk, tron, usdt } from "../../support/payouts/sweep-desk.ts";
import { signedIn } from "../../support/service/members.ts";
import { confirmed, savedAddress, violations, withdrawalOf } from "../../support/withdrawals/withdrawals.ts";

let desk: SweepDesk;

describe("a withdrawal while too little can be paid out", () => {
  /** A member with 1,000 USDT that are not swept, and nothing where the rail pays out from. */
  beforeEach(async () => {
    desk = await sweepDesk();
    await setMinDeposit(desk.service.ctx, usdt, "2000");
    await desk.arrives("small", 1_000_000000n);
    await setMinDeposit(desk.service.ctx, usdt, "1000");
    await desk.arrives("one", 1_000_000000n);
    await desk.operator("reserve take", { asset: usdt, amount: String((await desk.hot()) / 1_000000n) });
    await savedAddress(desk.service, desk.anna);
    await desk.service.pass(86_400);
    desk.anna.token = await signedIn(desk.service, desk.anna.email);
  });

  test("is held in the wallet and waits; a sweep brings what it needs, and it is sent", async () => {
    expect(await desk.hot()).toBeLessThan(100_000000n);
    const { id } = await confirmed(desk.service, desk.anna);
    expect(await withdrawalOf(desk.service, desk.anna, id)).toMatchObject({ status: "approved", waits_for: "funds" });
    expect(await violations(desk.service)).toEqual([]);
    await desk.service.pass(5);
    expect(await withdrawalOf(desk.service, desk.anna, id)).toMatchObject({ status: "approved", waits_for: "funds" });
    const today = await desk.operator("today", {});
    expect(today).toMatchObject({ data: { withdrawals_waiting: [{ id, waits_for: "funds" }] } });
    await desk.sweep();
    await desk.service.pass(5);
    expect(await withdrawalOf(desk.service, desk.anna, id)).toMatchObject({ status: "completed", waits_for: null });
    expect(desk.rail.sent.get(`${id}-withdrawal-1`)).toBe(1);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("is sent from money that we add", async () => {
    const { id } = await confirmed(desk.service, desk.anna);
    await desk.operator("reserve fund", { asset: usdt, amount: "500" });
    await desk.service.pass(5);
    expect(await withdrawalOf(desk.service, desk.anna, id)).toMatchObject({ status: "completed" });
    expect(await violations(desk.service)).toEqual([]);
  });

  test("gives everything back when it is stopped", async () => {
    const { id } = await confirmed(desk.service, desk.anna);
    expect(await desk.operator("withdrawals reject", { id })).toMatchObject({ ok: true });
    expect(await withdrawalOf(desk.service, desk.anna, id)).toMatchObject({ status: "rejected", waits_for: null });
    expect(await desk.inBooks(accounts.member(desk.anna.id, usdt))).toBe(2_000_000000n);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("cannot be handed over by a version that does not know of it", async () => {
    const { id } = await confirmed(desk.service, desk.anna);
    const movement = {
      id: `${id}-withdrawal-1`,
      withdrawalId: id,
      kind: "withdrawal",
      attempt: 1,
      rail: tron,
    } as const;
    const insert = desk.service.ctx.db.orm.insert(outgoing).values({
      ...{ ...movement, asset: usdt, amount: 99_000000n, fee: 1_000000n, account: "T", status: "sending" },
      ...{
        transferId: `withdrawal:${id}:net`,
        feeTransferId: `withdrawal:${id}:fee`,
        createdAt: desk.service.ctx.clock.now(),
      },
    });
    await expect(insert).rejects.toMatchObject({ cause: { message: expect.stringContaining("is not held") } });
  });
});
