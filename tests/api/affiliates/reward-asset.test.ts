import { expect, test } from "vitest";
import { createUpstream } from "../../../upstream/program/app.ts";
import { randomIds } from "../../../upstream/program/ids.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { partnerWhoWaits } from "../../support/affiliates/waiting-payout.ts";
import { testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { exchange, testClock, testEnv } from "../../support/service/exchange.ts";

test("a start with another asset for rewards is refused while partners have money in the one before", async () => {
  const db = await freshDatabase();
  const start = async (settings: Record<string, string>) => {
    const parts = { db, clock: testClock(), ids: randomIds, log: createLog("silent") };
    const upstream = createUpstream({ ...parts, env: testEnv(settings) });
    await upstream.start();
    await upstream.stop();
  };
  await partnerWhoWaits(await testContext(db));
  await expect(start({ AFFILIATE_ASSET: "usdt-erc20" })).rejects.toThrow(
    "AFFILIATE_ASSET is usdt-erc20, but partners have rewards in usdt-trc20",
  );
  await start({ AFFILIATE_ASSET: "usdt-trc20" });
  await start({ AFFILIATE_ASSET: "usdt-erc20", AFFILIATES: "off" });
});

test("while the asset of the rewards does not exist, `today` says that the programme is not offered", async () => {
  const { ctx } = await exchange({ settings: { AFFILIATE_ASSET: "usdt-later" } });
  const toldIn = async (env: typeof ctx.env) => {
    const outcome = await runCommand({ ...ctx, env }, { command: "today", args: {}, operator: { name: "olga" } });
    return outcome.ok ? (outcome.data as Record<string, unknown>).partner_programme : outcome;
  };
  expect(await toldIn(ctx.env)).toContain("there is no asset usdt-later");
  expect(await toldIn({ ...ctx.env, AFFILIATE_ASSET: "usdt-trc20" })).toBeNull();
  expect(await toldIn({ ...ctx.env, AFFILIATES: "off" })).toBeNull();
});
