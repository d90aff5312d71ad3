import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { asset } from "../../../upstream/db/schema/index.ts";
import { worthIn } from "../../../upstream/wallets/worth.ts";
import { exchange } from "../../support/service/exchange.ts";

const hundredTrx = 100_000000n;

test("what no pair sells is worth what an operator says in that currency, and nothing is said of a closed asset", async () => {
  const { ctx } = await exchange();
  const worthOfTrx = async (currency: "usd" | "eur") =>
    (await worthIn(ctx, currency, ctx.clock.now())).worthOf(hundredTrx, "trx");
  expect(await worthOfTrx("usd")).toBeNull();
  await ctx.db.orm.update(asset).set({ receiveEnabled: true }).where(eq(asset.id, "trx"));
  ctx.market.changed();
  expect(await worthOfTrx("usd")).toBe(28_46n);
  expect(await worthOfTrx("eur")).toBeNull();
});
