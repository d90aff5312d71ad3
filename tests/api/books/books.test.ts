import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { recordPrices } from "../../../upstream/books/record-prices.ts";
import { account, assetPrice, closedDay } from "../../../upstream/db/schema/index.ts";
import { auditBooks } from "../../../upstream/ledger/last-audit.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { readJournal } from "../../support/ledger/journal-reader.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;

const give = (command: string, args: Record<string, string> = {}) =>
  runCommand(ctx, { command, args, operator: { name: "anna" } });

async function run(command: string, args: Record<string, string> = {}) {
  const outcome = await give(command, args);
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome;
}
const rows = z.array(z.record(z.string(), z.unknown()));
const work = () => ctx.jobs.run(jobWork(ctx, collectingPost()));
const part = (data: unknown, name: string) => rows.parse(z.record(z.string(), z.unknown()).parse(data)[name]);
const cents = (text: unknown) => BigInt(String(text).replace(".", ""));

/** Two days over the end of a month: an exchange, a refund with its fee and gas, a movement of our own money. */
beforeAll(async () => {
  ctx = await testContext(await freshDatabase());
  await ctx.clock.advance((Date.parse("2026-11-30T20:10:00Z") - ctx.clock.now().getTime()) / 1000);
  await recordPrices(ctx);
  await simulateEvent(ctx, await executedRow(ctx), "pay_exact", null);
  await work();
  await run("reserve fund", { asset: "paypal-usd", amount: "100.00", reason: "top-up" });
  await ctx.clock.advance(24 * 3600);
  await recordPrices(ctx);
  const short = await executedRow(ctx);
  await simulateEvent(ctx, short, "pay_partial", "100");
  await run("orders refund", { ref: short.ref, reason: "asked for it" });
  await work();
});

const csvRows = (text: string) => {
  const [head = "", ...lines] = text.replace("\ufeff", "").trim().split("\r\n");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(head.split(",").map((name, index) => [name, cells[index]]));
  });
};
async function figures(args: Record<string, string>) {
  const { file } = await run("books figures", { out: "books.csv", ...args });
  return csvRows(file?.text ?? "");
}

describe("figures", () => {
  test("of money at rails are all that changed the rails' accounts, in every asset", async () => {
    const money = (await figures({ by: "year" })).filter(({ kind }) => kind === "money");
    const lying = (await ctx.db.orm.select().from(account)).filter(({ id }) => id.startsWith("assets:"));
    for (const asset of new Set(lying.map((row) => row.asset))) {
      const posted = lying.filter((row) => row.asset === asset);
      const balance = posted.reduce((sum, row) => sum + row.debitsPosted - row.creditsPosted, 0n);
      const summed = money.filter((row) => row.asset === asset).reduce((sum, row) => sum + cents(row.amount), 0n);
      expect(summed, asset).toBe(balance);
    }
    expect(new Set(money.map(({ figure }) => figure))).toEqual(
      new Set(["payments", "payouts", "refunds", "network_fees", "own_money_added"]),
    );
  });

  test("of profit and of what owners added are the reserve, in every asset", async () => {
    const profit = (await figures({ by: "day" })).filter(({ kind }) => kind === "profit");
    const reserves = (await ctx.db.orm.select().from(account)).filter(({ id }) => id.startsWith("reserve:"));
    const added = (await figures({ by: "day" })).filter(({ figure }) => figure === "own_money_added");
    for (const { asset, creditsPosted, debitsPosted } of reserves) {
      const summed = [...profit, ...added].filter((row) => row.asset === asset);
      expect(
        summed.reduce((sum, row) => sum + cents(row.amount), 0n),
        asset,
      ).toBe(creditsPosted - debitsPosted);
    }
  });

  test("of days add up to those of their month and year, in the currency too", async () => {
    const sums = async (by: string) => {
      const worth = new Map<string, bigint>();
      for (const row of await figures({ by })) {
        const key = `${row.kind} ${row.figure} ${row.asset}`;
        worth.set(key, (worth.get(key) ?? 0n) + cents(row.worth));
      }
      return Object.fromEntries([...worth].sort());
    };
    expect(new Set((await figures({ by: "month" })).map(({ period }) => period))).toEqual(
      new Set(["2026-11", "2026-12"]),
    );
    const ofDays = await sums("day");
    expect(await sums("month")).toEqual(ofDays);
    expect(await sums("year")).toEqual(ofDays);
  });

  test("are valued at the price of their hour, cut to cents; a currency is worth itself", async () => {
    const [paid] = (await figures({ by: "day", until: "2026-12-01" })).filter(({ figure }) => figure === "payments");
    const [price] = (await ctx.db.orm.select().from(assetPrice)).filter(
      (row) => row.asset === paid?.asset && row.currency === "paypal-usd" && row.hour < new Date("2026-12-01"),
    );
    const [whole = "", fraction = ""] = (price?.price ?? "").split(".");
    const exact = cents(paid?.amount) * BigInt(whole + fraction);
    const scale = 10n ** BigInt(fraction.length + (paid?.amount?.split(".")[1]?.length ?? 0) - 2);
    expect(cents(paid?.worth)).toBe(exact / scale);
    const moneyRows = part((await run("books figures", { by: "month" })).data, "money");
    const funded = moneyRows.find(({ figure, period }) => figure === "own_money_added" && period === "2026-11");
    const others = (await figures({ by: "month" })).filter(
      (row) => row.figure === "own_money_added" && row.period === "2026-11",
    );
    expect(cents(funded?.worth)).toBe(others.reduce((sum, row) => sum + cents(row.worth), 0n));
    const [usd] = others.filter(({ asset }) => asset === "paypal-usd");
    expect(usd?.worth).toBe(usd?.amount);
  });

  test("without a price of the two days before are named and not valued", async () => {
    const early = (await figures({ by: "day", until: "2026-11-29" })).filter(
      ({ kind, asset }) => kind === "money" && asset === "btc",
    );
    expect(early.length).toBeGreaterThan(0);
    for (const row of early) expect(row).toMatchObject({ worth: "0.00", amount_without_price: row.amount });
    const moneyRows = part((await run("books figures", { by: "day", until: "2026-11-29" })).data, "money");
    expect(String(moneyRows[0]?.without_price)).toContain("btc");
  });
});

describe("the journal", () => {
  const journal = async (args: Record<string, string> = {}) => {
    const { file } = await run("books export", { out: "books.journal", ...args });
    return file?.text ?? "";
  };
  const ledger = async () => {
    const all = await ctx.db.orm.select().from(account);
    return new Map(all.map((row) => [`${row.id} ${row.asset}`, row.debitsPosted - row.creditsPosted]));
  };
  /** Without the part that says whether it is held, owed or ours. */
  const byLedgerName = (sums: ReadonlyMap<string, bigint>) =>
    new Map([...sums].map(([key, amount]) => [key.replace(/^(liabilities|equity):(?!opening)/, ""), amount]));

  test("says the ledger's balance of every account and asset, and nothing in it is undeclared or unbalanced", async () => {
    const read = readJournal(await journal());
    expect(read.faults).toEqual([]);
    expect(read.prices).toBeGreaterThan(0);
    expect(read.transactions).toBeGreaterThan(10);
    const balances = byLedgerName(read.balances);
    for (const [key, amount] of await ledger()) expect(balances.get(key) ?? 0n, key).toBe(amount);
    expect(byLedgerName(read.stated)).toEqual(await ledger());
  });

  test("of a month begins with the balances of before and ends with its own", async () => {
    const read = readJournal(await journal({ since: "2026-12-01" }));
    expect(read.faults).toEqual([]);
    expect(byLedgerName(read.stated)).toEqual(await ledger());
    const november = readJournal(await journal({ until: "2026-12-01" }));
    expect(november.faults).toEqual([]);
    expect(november.transactions).toBeGreaterThan(read.transactions);
  });

  test("that lacks a transfer is found by what it states at the end", async () => {
    const text = await journal();
    const blocks = text.split("\n\n");
    const index = blocks.findIndex((block) => block.includes("(payout)"));
    expect(readJournal(blocks.toSpliced(index, 1).join("\n\n")).faults).not.toEqual([]);
  });

  // Only `npm run proof` sets it, since hledger has to be installed; the other tests parse the journal themselves.
  const hledger = process.env.HLEDGER;
  if (hledger)
    test("passes hledger's own strict check, and has the balances of the ledger there", async () => {
      for (const args of [{}, { since: "2026-12-01" }]) {
        const options = { input: await journal(args), encoding: "utf8" } as const;
        execFileSync(hledger, ["-f", "-", "check", "--strict", "ordereddates"], options);
        const listing = ["-f", "-", "balance", "--flat", "--empty", "-O", "csv", "-N", "assets"];
        const csv = execFileSync(hledger, listing, options);
        const lying = [...(await ledger())].filter(([key, amount]) => key.startsWith("assets:") && amount !== 0n);
        for (const [key] of lying) expect(csv).toContain(key.split(" ")[0]);
      }
    });
});

describe("day close", () => {
  const reason = { reason: "the day is over" };
  const close = (args: Record<string, string> = {}) => give("day close", { ...reason, ...args });

  test("refuses a day that is not over, and no day", async () => {
    expect(await close({ day: "2026-12-01" })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("not over"),
    });
    expect(await close({ day: "2026-02-30" })).toMatchObject({ ok: false });
    expect(await give("day show", { day: "2026-11-30" })).toMatchObject({ ok: false });
  });

  test("asks while the books were not audited since the day ended", async () => {
    const asked = await close({ day: "2026-11-30" });
    expect(asked).toMatchObject({ ok: false, sentence: expect.stringContaining("ledger verify") });
    expect(await ctx.db.orm.select().from(closedDay)).toEqual([]);
  });

  test("prints one page and keeps it as it was", async () => {
    await auditBooks(ctx);
    const { data } = await run("day close", { day: "2026-11-30", ...reason });
    expect(part(data, "in")).toContainEqual(expect.objectContaining({ figure: "payments", transfers: 1, in: "USD" }));
    expect(part(data, "out")).toContainEqual(expect.objectContaining({ figure: "payouts", asset: "paypal-usd" }));
    expect(part(data, "profit_by_pair").length).toBeGreaterThan(0);
    for (const row of part(data, "reserves")) expect(String(row.difference)).toMatch(/^0(\.0+)?$/);
    expect(data).toMatchObject({ day: "2026-11-30", closed_by: "anna", books: { violations: 0 } });
    await simulateEvent(ctx, await executedRow(ctx), "pay_exact", null);
    await work();
    expect((await run("day show", { day: "2026-11-30" })).data).toEqual(data);
    expect((await run("day close", { day: "2026-11-30", ...reason })).data).toEqual(data);
    expect(await ctx.db.orm.select().from(closedDay)).toHaveLength(1);
    expect((await run("day list")).data).toMatchObject([{ day: "2026-11-30", closed_by: "anna" }]);
  });
});
