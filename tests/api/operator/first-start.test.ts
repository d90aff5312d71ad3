import { describe, expect, test } from "vitest";
import { audit, promo } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { beginMarket } from "../../../upstream/market/demo/begin-market.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { isPublic } from "../../../upstream/settings/env.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";

const terms = { margin_bps: "340", service_bps: "50", payout_fee: "0", min_from: "20", max_from: "1000" };
const pair = "usdt-trc20_paypal-usd";

const desk = ({ ctx }: Exchange) => {
  return async (command: string, args: Record<string, string> = {}) => {
    const request = { command, args: { reason: "the first day", ...args }, operator: { name: "anna" } };
    return runCommand(ctx, request);
  };
};

describe("a public exchange", () => {
  test("begins without money, promo codes, rates or anything that a customer could see", async () => {
    const service = await exchange({ market: "closed", settings: { PAYOUT_CAPS: "" } });
    expect((await service.call("exchangePairs")).reply().data).toMatchObject({ pairs: [] });
    const listed = await desk(service)("reserve list");
    expect(listed).toMatchObject({ ok: true });
    expect(JSON.stringify(listed)).not.toMatch(/[1-9]\d*\.\d/);
    expect(await service.ctx.db.orm.select().from(promo)).toEqual([]);
    expect(
      new Set((await service.ctx.db.orm.select({ actor: audit.actor }).from(audit)).map(({ actor }) => actor)),
    ).toEqual(new Set(["first start"]));
    for (const command of ["today", "pairs list", "assets list", "rates list", "report reserves"])
      expect(await desk(service)(command), command).toMatchObject({ ok: true });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("sells a pair once it has money, a rate and terms, and says what is missing until then", async () => {
    const service = await exchange({ market: "closed" });
    const operator = desk(service);
    const open = (more: Record<string, string> = {}) => operator("pairs open", { pair, ...terms, ...more });
    const missing = (text: string) => ({ ok: false, sentence: expect.stringContaining(text) });
    expect(await open()).toMatchObject(missing("rates set"));
    expect(await operator("rates set", { pair, rate: "0.9990", anyway: "yes" })).toMatchObject({ ok: true });
    expect(await open()).toMatchObject(missing("assets set usdt-trc20 --receive on"));
    expect(await operator("assets set", { asset: "usdt-trc20", receive: "on", anyway: "yes" })).toMatchObject({
      ok: true,
    });
    expect(await open()).toMatchObject(missing("assets set paypal-usd --send on"));
    expect(await operator("assets set", { asset: "paypal-usd", send: "on", anyway: "yes" })).toMatchObject({
      ok: true,
    });
    expect(await open({ min_from: "2000" })).toMatchObject(missing("minimum"));
    expect(await open()).toMatchObject(missing("hold no paypal-usd"));
    expect(await operator("reserve fund", { asset: "paypal-usd", amount: "1500", anyway: "yes" })).toMatchObject({
      ok: true,
    });
    expect(await open()).toMatchObject(missing("of the 1500.00 paypal-usd"));
    expect(await open({ max_from: "700" })).toMatchObject({ ok: true });
    expect(await open({ max_from: "700" })).toMatchObject(missing("pairs set"));
    expect((await service.call("exchangePairs")).reply().data).toMatchObject({
      pairs: [{ id: pair, status: "active" }],
    });
    expect(await verify(service.ctx.db)).toEqual([]);
  });
});

test("what a database began with is decided once, whatever a later start says", async () => {
  const db = await freshDatabase();
  await beginMarket(db, null, testStart);
  expect(await db.orm.select().from(audit)).toEqual([]);
  await beginMarket(db, "closed", testStart);
  await beginMarket(db, "demo", testStart);
  expect(await db.orm.select().from(promo)).toEqual([]);
  expect(await verify(db)).toEqual([]);
  await db.close();
});

test.each([
  ["its name", { PUBLIC_ORIGIN: "https://kursa.example" }, true],
  ["its database", { DATABASE_URL: "postgres://kursa@db.internal/kursa" }, true],
  ["neither", {}, false],
  ["a name of this machine and a database on it", { DATABASE_URL: "postgres://kursa@127.0.0.1/kursa" }, false],
  ["a name for tests", { PUBLIC_ORIGIN: "https://exchange.test:8443" }, false],
] as const)("an exchange is public by %s", (_, settings, expected) => {
  expect(isPublic({ PUBLIC_ORIGIN: "http://localhost:3000", DATABASE_URL: undefined, ...settings })).toBe(expected);
});
