import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { opened, report, walletOf } from "../../support/wallets/deposits.ts";
import { violations } from "../../support/withdrawals/withdrawals.ts";

const usdt = "usdt-trc20";
const day = 86_400;
const emails = ["anna@example.com", "boris@example.com"] as const;
const [anna, boris] = emails;
let service: Exchange;

// Our rails hold 125,000 USDT: the band is 1,250.
beforeEach(async () => {
  service = await exchange({ settings: { OPERATOR_BANDS: "correction=1,amount=10" } });
  for (const email of emails) await walletOf(service, email);
});

const as = (name: string) => (command: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name } });
const [olga, oleg] = [as("olga"), as("oleg")];
const credit = (email: string, amount: string) =>
  ["wallets adjust", { email, asset: usdt, amount, kind: "add" }] as const;
const asksWith = (sum: string) => ({
  ok: false,
  sentence: expect.stringContaining(`${sum} ${usdt} of the last 24 hours`),
});

describe("the daily sum compared with the correction band of wallets", () => {
  test("is the sum of all such commands, of every operator and for every member", async () => {
    expect(await olga(...credit(anna, "700"))).toMatchObject({ ok: true });
    expect(await olga(...credit(boris, "700"))).toMatchObject(asksWith("700.000000"));
    expect(await oleg(...credit(boris, "700"))).toMatchObject(asksWith("700.000000"));
    expect(await oleg(...credit(boris, "500"))).toMatchObject({ ok: true });
    expect(await as("otto")(...credit(anna, "100"))).toMatchObject(asksWith("1200.000000"));
  });

  test("counts what was taken from a wallet like what was given, and an overridden command as well", async () => {
    expect(await olga(...credit(anna, "600"))).toMatchObject({ ok: true });
    const taken = { email: anna, asset: usdt, amount: "600", kind: "take" };
    expect(await olga("wallets adjust", taken)).toMatchObject({ ok: true });
    expect(await olga(...credit(boris, "100"))).toMatchObject(asksWith("1200.000000"));
    const [command, args] = credit(boris, "100");
    expect(await olga(command, { ...args, anyway: "yes" })).toMatchObject({ ok: true });
    expect(await olga(...credit(boris, "10"))).toMatchObject(asksWith("1300.000000"));
  });

  test("counts an assigned deposit, and no other asset", async () => {
    const { member, address } = await walletOf(service, "dora@example.com");
    await opened(service, member, "usdt-erc20");
    const erc20 = { email: member.email, asset: "usdt-erc20", amount: "500", kind: "add" };
    expect(await olga("wallets adjust", erc20)).toMatchObject({ ok: true });
    expect(await olga(...credit(anna, "700"))).toMatchObject({ ok: true });
    await report(service, address, { railPaymentId: "lost", state: "final", amount: 700_000000n, asset: "usdt-erc20" });
    const { rows } = await service.ctx.db.query("select id from deposit where rail_payment_id = 'lost'");
    const assigned = { id: String(rows[0]?.id), email: member.email };
    expect(await olga("deposits assign", assigned)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("500.000000 usdt-erc20 of the last 24 hours"),
    });
    expect(await olga("deposits assign", { ...assigned, anyway: "yes" })).toMatchObject({ ok: true });
    expect(await olga(...credit(boris, "500"))).toMatchObject({ ok: true });
  });

  test("starts again after a day", async () => {
    expect(await olga(...credit(anna, "700"))).toMatchObject({ ok: true });
    await service.pass(day - 1);
    expect(await olga(...credit(anna, "700"))).toMatchObject(asksWith("700.000000"));
    await service.pass(1);
    expect(await olga(...credit(anna, "700"))).toMatchObject({ ok: true });
    expect(await violations(service)).toEqual([]);
  });

  test("holds for two commands at once", async () => {
    const outcomes = await Promise.all([olga(...credit(anna, "700")), olga(...credit(boris, "700"))]);
    expect(outcomes.filter(({ ok }) => !ok)).toMatchObject([asksWith("700.000000")]);
  });
});

test("our own money that is moved at a rail has a sum for each kind of command", async () => {
  const moved = { asset: usdt, amount: "7000" };
  expect(await olga("reserve fund", moved)).toMatchObject({ ok: true });
  expect(await olga("reserve fund", moved)).toMatchObject(asksWith("7000.000000"));
  expect(await olga("reserve take", moved)).toMatchObject({ ok: true });
  expect(await oleg("reserve fund", moved)).toMatchObject(asksWith("7000.000000"));
  await service.pass(day);
  expect(await olga("reserve fund", moved)).toMatchObject({ ok: true });
});
