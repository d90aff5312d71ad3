import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { MonitorRate } from "../../../contract/market/rates-export.ts";
import { pair } from "../../../upstream/db/schema/market.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { auditEntry } from "../../support/ledger/own-money.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const anna = { name: "anna" };
let service: Exchange;

beforeAll(async () => {
  service = await exchange({ jobs: "by hand" });
});

describe("the rates for exchange monitors", () => {
  test("give the payout of every direction, at several amounts, to the last unit but one", async () => {
    const { rates } = await exported();
    const { data } = (await service.call("exchangePairs")).reply();
    expect(rates).toHaveLength(data.pairs.length);
    const asset = (code: string) => data.assets.find(({ monitor_code }) => monitor_code === code);
    for (const rate of rates) {
      const [from, to] = [asset(rate.from)?.id ?? "", asset(rate.to)?.id ?? ""];
      for (const amount of [rate.frommin, rate.frommax]) {
        const query = { from, to, amount, side: "from" } as const;
        const quote = (await service.call("exchangeQuote", { query })).reply().data;
        expect(quote).toMatchObject({ adjusted: false, reserve_ok: true });
        const [predicted, arrives] = inMinor(rate, amount, quote.to.amount);
        expect([0n, 1n], `${amount} ${rate.from} to ${rate.to}`).toContain(predicted - arrives);
      }
    }
  });

  test("name the smallest and largest amounts on both sides, and the fixed fee", async () => {
    const { rates } = await exported();
    const { data } = (await service.call("exchangePairs")).reply();
    const sold = data.pairs.find(({ id }) => id === "paypal-usd_usdt-trc20");
    expect(rates.find(({ from, to }) => from === "PPUSD" && to === "USDTTRC20")).toMatchObject({
      in: "1",
      amount: sold?.reserve,
      frommin: sold?.min_from,
      tomin: sold?.min_to,
      tofee: sold?.payout_fee,
      param: sold?.labels.join(","),
    });
  });

  test("end at what the reserve covers", async () => {
    const sandbox = await exchange({ jobs: "by hand" });
    const asset = "paypal-usd";
    const fact = {
      id: "test:take",
      debit: accounts.reserve(asset),
      credit: accounts.rail("sandbox-paypal", asset),
      asset,
      amount: 47_210_55n,
      code: "profit_taken",
      auditId: await auditEntry(sandbox.ctx.db, "aud_test", sandbox.ctx.clock.now()),
    } as const;
    await sandbox.ctx.db.transaction((tx) => book(tx, [{ do: "post", ...fact }], sandbox.ctx.clock.now()));
    sandbox.ctx.market.changed();
    const { rates } = (await sandbox.call("exchangeRatesExport")).reply().data;
    const rate = rates.find(({ from, to }) => from === "USDTTRC20" && to === "PPUSD");
    expect(rate).toMatchObject({ amount: "1000.00", tomax: "1000.00" });
    const query = { from: "usdt-trc20", to: asset, amount: rate?.frommax ?? "", side: "from" } as const;
    expect((await sandbox.call("exchangeQuote", { query })).reply().data).toMatchObject({ reserve_ok: true });
    const more = (Number(rate?.frommax) + 1).toFixed(6);
    const above = (await sandbox.call("exchangeQuote", { query: { ...query, amount: more } })).reply().data;
    expect(above).toMatchObject({ reserve_ok: false });
  });

  test("omit a direction that cannot be ordered, and all of them in maintenance", async () => {
    const sandbox = await exchange({ jobs: "by hand" });
    await sandbox.ctx.db.orm.update(pair).set({ status: "paused" }).where(eq(pair.id, "btc_paypal-usd"));
    await sandbox.ctx.db.orm.update(pair).set({ status: "hidden" }).where(eq(pair.id, "eth_paypal-usd"));
    sandbox.ctx.market.changed();
    const listed = (await sandbox.call("exchangeRatesExport"))
      .reply()
      .data.rates.map(({ from, to }) => `${from} ${to}`);
    expect(listed).toContain("LTC PPUSD");
    expect(listed).not.toContain("BTC PPUSD");
    expect(listed).not.toContain("ETH PPUSD");
    await runCommand(sandbox.ctx, { command: "maintenance on", args: { reason: "a new disk" }, operator: anna });
    expect((await sandbox.call("exchangeRatesExport")).reply().data.rates).toEqual([]);
  });

  test("publish the reserves that the pairs show", async () => {
    const { reserves } = await exported();
    const { assets } = (await service.call("exchangePairs")).reply().data;
    expect(reserves).toEqual(
      assets.map(({ id, monitor_code, symbol, network, reserve }) => ({
        asset: id,
        code: monitor_code,
        symbol,
        network,
        amount: reserve,
      })),
    );
  });

  test("are not sent again while they are the same", async () => {
    const first = await service.call("exchangeRatesExport");
    const again = await service.call("exchangeRatesExport", {
      headers: { "If-None-Match": first.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
  });
});

async function exported() {
  return (await service.call("exchangeRatesExport")).reply().data;
}

/** What a monitor shows for an amount, and what the quote pays, in minor units of the payout asset. */
function inMinor(rate: MonitorRate, amount: string, paid: string): [bigint, bigint] {
  const decimals = paid.split(".")[1]?.length ?? 0;
  const [sent, out, fee] = [exact(amount), exact(rate.out), exact(rate.tofee)];
  const gross =
    (sent.digits * out.digits * 10n ** BigInt(decimals + fee.scale)) / 10n ** BigInt(sent.scale + out.scale);
  return [(gross - fee.digits * 10n ** BigInt(decimals)) / 10n ** BigInt(fee.scale), exact(paid).digits];
}

function exact(decimal: string): { digits: bigint; scale: number } {
  const [whole = "", fraction = ""] = decimal.split(".");
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}
