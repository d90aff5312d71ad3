import { expect, test } from "vitest";
import { affiliatePayout, partner } from "../../upstream/db/schema/affiliates.ts";
import { summaryOf, withRewards } from "../support/affiliates/partners.ts";
import { type Exchange, exchange } from "../support/service/exchange.ts";
import { by } from "../support/service/members.ts";
import { tronAddress } from "../support/withdrawals/withdrawals.ts";

/** Until a statement of another connection waits for a lock. */
const somebodyWaits = ({ ctx }: Exchange) =>
  expect
    .poll(async () => (await ctx.db.query("select 1 from pg_locks where not granted")).rows.length)
    .toBeGreaterThan(0);

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
