import { beforeAll, describe, expect, test } from "vitest";
import { partDay, reserveHistory } from "../../../upstream/db/schema/status.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { recordParts } from "../../../upstream/status/parts.ts";
import { recordReserves } from "../../../upstream/status/reserves.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const operator = { name: "boris" };
const status = async (service: Exchange, days: "7" | "30" | "90" = "7") =>
  (await service.call("exchangeStatus", { query: { days } })).reply().data;

const unknown = (hours: number): string[] => Array(hours).fill("unknown");

describe("the parts of the exchange", () => {
  let service: Exchange;
  beforeAll(async () => {
    service = await exchange({ jobs: "by hand" });
  });
  const part = async (name: string) => (await status(service)).parts.find((row) => row.part === name);
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      await recordParts(service.ctx);
      await service.pass(60);
    }
  };
  const operate = async (command: string, args: Record<string, string>) =>
    expect(await runCommand(service.ctx, { command, args: { reason: "a test", ...args }, operator })).toMatchObject({
      ok: true,
    });

  test("have no state before the first measurement", async () => {
    expect((await status(service)).parts).toEqual([]);
  });

  test("are measured once a minute, however often and by how many processes", async () => {
    await Promise.all([1, 2, 3].map(() => recordParts(service.ctx)));
    await recordParts(service.ctx);
    expect((await service.ctx.db.orm.select().from(partDay)).map(({ part, working }) => [part, working])).toEqual(
      ["orders", "coins", "invoices", "payouts"].map((name) => [name, 1]),
    );
    expect(await part("coins")).toMatchObject({ state: "works", percent: "100.00" });
    const { first_measured_at: first, checked_at: last } = await status(service);
    expect(last, "the page says when it was checked").toBe(first);
    const days = (await part("coins"))?.days.map(({ state }) => state);
    expect(days, "days before the first are not green").toEqual([...Array(6).fill("unknown"), "works"]);
    const hours = (await part("coins"))?.days.map((day) => day.hours ?? null);
    const today = [...unknown(12), "works", ...unknown(11)];
    expect(hours, "of three days").toEqual([null, null, null, null, null, null, today]);
  });

  test("stand still in maintenance, and work partly while a pair is paused", async () => {
    await service.pass(60);
    await operate("pairs pause", { asset: "btc" });
    await minutes(6);
    expect(await part("coins")).toMatchObject({ state: "partly", percent: "14.28" });
    expect(await part("orders")).toMatchObject({ state: "works", percent: "100.00" });
    expect((await status(service)).state).toBe("partly");
    await operate("pairs resume", { asset: "btc" });
    await operate("maintenance on", {});
    await minutes(2);
    expect(await part("orders")).toMatchObject({ state: "stopped", percent: "77.77" });
    await operate("maintenance off", {});
    await minutes(1);
  });

  test("stood still in minutes that nobody measured between two measured ones", async () => {
    await service.pass(30 * 60);
    await minutes(1);
    expect((await part("payouts"))?.days.at(-1)).toEqual({
      ...{ day: "2026-11-21", state: "stopped", measured_minutes: 41, partly_minutes: 0, stopped_minutes: 30 },
      hours: [...unknown(12), "stopped", ...unknown(11)],
    });
    await service.pass(6 * 60);
    expect(await part("payouts"), "the last measurement is too old").toMatchObject({ state: null });
  });

  test("have an unknown day where a whole day was not measured", async () => {
    await service.pass(2 * 86_400);
    await minutes(1);
    const days = (await part("payouts"))?.days.map(({ state }) => state);
    expect(days?.slice(-3)).toEqual(["stopped", "unknown", "works"]);
  });

  test("did not stand still while the sandbox's clock was moved", async () => {
    const sandbox = await exchange({ jobs: "by hand" });
    await recordParts(sandbox.ctx);
    for (const seconds of [3 * 3600, 10 * 3600]) {
      (await sandbox.call("sandboxClock", { body: { advance_seconds: seconds } })).reply();
      await recordParts(sandbox.ctx);
      for (const { part: name, percent } of (await status(sandbox)).parts) expect(percent, name).toBe("100.00");
    }
    const days = (await status(sandbox)).parts.map((row) => row.days.slice(-2).map(({ state }) => state));
    expect(days).toEqual(Array(4).fill(["works", "works"]));
    const hours = (await status(sandbox)).parts[0]?.days.slice(-2).flatMap((day) => day.hours ?? []);
    expect(hours).toEqual([...unknown(12), ...Array(14).fill("works"), ...unknown(22)]);
  });

  test("have unknown hours on a day that a version began which did not write them down", async () => {
    const upgraded = await exchange({ jobs: "by hand" });
    await recordParts(upgraded.ctx);
    await upgraded.ctx.db.orm.update(partDay).set({ workingByHour: null, partlyByHour: null });
    await upgraded.pass(3600);
    await recordParts(upgraded.ctx);
    const today = (await status(upgraded)).parts[0]?.days.at(-1);
    expect(today).toMatchObject({ state: "stopped", hours: [...unknown(13), "works", ...unknown(10)] });
  });

  test("payouts stop when one waits for an hour and none was sent in it", async () => {
    const order = await executedOrder(service);
    const pay = { ref: order.ref, event: "pay_exact", amount: null } as const;
    await service.call("sandboxEvents", { token: order.token, body: pay });
    await service.call("sandboxEvents", { token: order.token, body: { ...pay, event: "confirm" } });
    for (const [wait, state] of [
      [29 * 60, "works"],
      [2 * 60, "partly"],
      [30 * 60, "stopped"],
    ] as const) {
      await service.pass(wait);
      await recordParts(service.ctx);
      expect(await part("payouts"), state).toMatchObject({ state });
    }
  });
});

test("reserves are recorded once an hour, and a day shows its lowest", async () => {
  const service = await exchange({ jobs: "by hand" });
  await Promise.all([1, 2, 3].map(() => recordReserves(service.ctx)));
  const { assets } = (await service.call("exchangePairs")).reply().data;
  const recorded = (await service.ctx.market.snapshot()).assets;
  expect(await service.ctx.db.orm.select().from(reserveHistory)).toHaveLength(recorded.length);
  const before = assets.find(({ id }) => id === "paypal-usd")?.reserve;
  await service.pass(3600);
  await executedOrder(service);
  await recordReserves(service.ctx);
  const now = (await service.call("exchangePairs")).reply().data.assets.find(({ id }) => id === "paypal-usd")?.reserve;
  expect(Number(now)).toBeLessThan(Number(before));
  expect((await status(service)).reserves.find(({ asset }) => asset === "paypal-usd")).toEqual({
    asset: "paypal-usd",
    ...{ now, lowest: now, lowest_at: "2026-11-21T13:00:00.000Z", days: [{ day: "2026-11-21", lowest: now }] },
  });
});

test("an incident is told in both languages from its opening on, and its end with its time", async () => {
  const service = await exchange();
  const run = (command: string, args: Record<string, string>) =>
    runCommand(service.ctx, { command, args: { reason: "a test", ...args }, operator });
  const words = { title_en: "Payouts wait", title_ru: "Выплаты ждут", en: "Money is safe.", ru: "Деньги целы." };
  const next = "2026-11-21T12:30:00Z";
  expect(await run("incidents open", { kind: "stopped", ...words, next, dry_run: "yes" })).toMatchObject({ ok: true });
  expect((await status(service)).incidents, "a dry run opens nothing").toEqual([]);
  expect(await run("incidents open", { kind: "stopped", ...words, next })).toMatchObject({ ok: true });
  const open = await status(service);
  const [told] = open.incidents;
  expect(open.state).toBe("stopped");
  expect(told).toMatchObject({ title: { en: "Payouts wait", ru: "Выплаты ждут" }, ended_at: null });
  expect(told?.next_word_at).toBe("2026-11-21T12:30:00.000Z");

  const id = told?.id ?? "";
  expect(await run("incidents update", { id, en: "Only one language." })).toMatchObject({ ok: false });
  expect(await run("incidents update", { id, next: "2026-11-20T00:00:00Z" })).toMatchObject({ ok: false });
  await service.pass(600);
  expect(await run("incidents close", { id })).toMatchObject({ ok: true });
  expect(await run("incidents close", { id })).toMatchObject({ ok: false });
  const over = await status(service);
  expect(over.state).toBe("works");
  expect(over.incidents).toMatchObject([{ id, ended_at: "2026-11-21T12:10:00.000Z", next_word_at: null }]);
});

test("a period that the page does not offer is refused", async () => {
  const service = await exchange();
  expect(refused(await service.ask("exchangeStatus", { query: { days: "365" } }))).toMatchObject({
    code: "validation_failed",
  });
});
