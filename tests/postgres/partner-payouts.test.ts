import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { affiliatePayout, partner, referral } from "../../upstream/db/schema/affiliates.ts";
import { runCommand } from "../../upstream/program/run-command.ts";
import { summaryOf, withRewards } from "../support/affiliates/partners.ts";
import { executedOrder } from "../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../support/service/exchange.ts";
import { by } from "../support/service/members.ts";
import { waitingLocks } from "../support/service/waiting-locks.ts";
import { tronAddress } from "../support/withdrawals/withdrawals.ts";

/** Until statements of so many other connections wait for a lock. */
const somebodyWaits = ({ ctx }: Exchange, count = 1) =>
  expect.poll(() => waitingLocks(ctx.db)).toBeGreaterThanOrEqual(count);

test("payouts that meet a pause wait for it, and are refused", async () => {
  const service = await exchange();
  const { member } = await withRewards(service, "anna@example.com");
  const body = { source: "affiliate", asset: "usdt-trc20", amount: "20", account: tronAddress } as const;
  for (const ask of [
    () => service.ask("affiliatePayout", { body: {}, key: "all", ...by(member.token) }),
    () => service.ask("withdrawalsCreate", { body, key: "some", ...by(member.token) }),
  ]) {
    const asked = await service.ctx.db.transaction(async (tx) => {
      await tx.update(partner).set({ status: "paused", pausedReason: "ads on our name" });
      const answer = ask();
      await Promise.race([answer, somebodyWaits(service)]);
      return { answer };
    });
    expect((await asked.answer).problem()).toMatchObject({ code: "forbidden" });
    await service.ctx.db.orm.update(partner).set({ status: "active", pausedReason: null });
  }
  expect(await service.ctx.db.orm.select().from(affiliatePayout)).toEqual([]);
  expect(await summaryOf(service, { member, code: "" })).toMatchObject({ paid_out: "0.000000" });
});

test("a payout that meets a fraud flag waits for it, and then for an operator", async () => {
  const service = await exchange();
  const { member, code } = await withRewards(service, "anna@example.com");
  const { ref } = await executedOrder(service, { partner: code });
  const flag = {
    command: "partners flag",
    args: { ref, seen: "the customer pays from the partner's account", reason: "self-referral" },
    operator: { name: "boris" },
  };
  const asked = await service.ctx.db.transaction(async (tx) => {
    await tx.select().from(referral).where(eq(referral.orderRef, ref)).for("update");
    const flagged = runCommand(service.ctx, flag);
    await somebodyWaits(service);
    const payout = service.ask("affiliatePayout", { body: {}, key: "all", ...by(member.token) });
    await Promise.race([payout, somebodyWaits(service, 2)]);
    return { flagged, payout };
  });
  expect(await asked.flagged).toMatchObject({ ok: true });
  expect((await asked.payout).reply().data).toMatchObject({ state: "waiting" });
});
