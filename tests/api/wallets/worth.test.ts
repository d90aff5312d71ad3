import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { asset } from "../../../upstream/db/schema/index.ts";
import { demoAssets } from "../../../upstream/market/demo/demo-market.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
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

test("an exchange without PayPal values its wallets in dollars at the operator's word", async () => {
  const { ctx } = await exchange({ market: "empty" });
  const trx = demoAssets.filter(({ id }) => id === "trx").map((row) => ({ ...row, receiveEnabled: true }));
  await ctx.db.orm.insert(asset).values(trx);
  ctx.market.changed();
  const valuation = { asset: "trx", rate: "0.2846", reason: "the first", anyway: "yes" };
  expect(await runCommand(ctx, { command: "rates fee", args: valuation, operator: { name: "olga" } })).toMatchObject({
    ok: true,
  });
  expect((await worthIn(ctx, "usd", ctx.clock.now())).worthOf(hundredTrx, "trx")).toBe(28_46n);
});
