import { getTableColumns } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asset } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { operate } from "../../support/screening/asked-exchange.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

/** What an asset is: no command changes it. */
const fixed = new Set([
  ...["id", "symbol", "name", "network", "networkLabel", "kind", "decimals", "shownDecimals", "monitorCode"],
  ...["needsMemo", "explorerTx", "sort"],
]);
const settable = Object.entries(getTableColumns(asset)).filter(([name]) => !fixed.has(name));

let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});
const named = async () =>
  (await verify(service.ctx.db))
    .filter(({ check }) => check === "assets_are_those_set")
    .map(({ sentence }) => sentence);

test("every column of an asset that a command sets is compared with what was set", async () => {
  const changes = settable.map(([, { name, dataType }], at) =>
    dataType === "boolean" ? `${name} = not ${name}` : `${name} = coalesce(${name}, 0) + ${at + 1}`,
  );
  await service.ctx.db.query(`update asset set ${changes.join(", ")} where id = 'btc'`);
  const sentences = await named();
  for (const [column] of settable) expect(sentences.join("\n")).toContain(`${column} of the asset btc is`);
  expect(sentences).toHaveLength(settable.length);
});

test("so is one that was set, and is as before any command again", async () => {
  const set = { asset: "btc", cost_in: "0.001", cost_out_bps: "20", held_target: "2", held_most: "9", anyway: "yes" };
  await operate(service, "assets set", set);
  expect(await named()).toEqual([]);
  await service.ctx.db.query(
    "update asset set cost_in = 0, cost_out_bps = 0, held_most = null, held_target = null where id = 'btc'",
  );
  const sentences = (await named()).join("\n");
  for (const column of ["costIn", "costOutBps", "heldMost", "heldTarget"])
    expect(sentences).toMatch(new RegExp(`${column} of the asset btc is (0|unset), but anna set it to`));
});
