import { describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { available, orderEntries, ownMoney, shortfalls } from "../../../upstream/ledger/read.ts";
import { accounts, type Booking } from "../../../upstream/ledger/rules/booking.ts";
import { ledgerChecks, verify } from "../../../upstream/ledger/verify.ts";
import { refuse } from "../../../upstream/shared/rules/refusal.ts";
import { openOrders } from "../../support/ledger/open-orders.ts";
import { freeLedger } from "../../support/service/database.ts";

const now = new Date("2026-11-21T09:00:00Z");
const rail = accounts.rail("sandbox-bitcoin", "btc");
const reserve = accounts.reserve("btc");
const order = accounts.order("AAAA", "btc");

describe("booking", () => {
  test("with the same id returns the same transfer", async () => {
    const db = await funded(1000n);
    const hold = holdOf("h1", 400n);
    expect(await bookIn(db, hold)).toEqual({ ok: true });
    expect(await bookIn(db, hold)).toEqual({ ok: true });
    expect(await available(db.orm, reserve)).toBe(600n);
    await db.close();
  });

  test("with the id of another transfer throws", async () => {
    const db = await funded(1000n);
    await bookIn(db, holdOf("h1", 400n));
    await expect(bookIn(db, holdOf("h1", 300n))).rejects.toThrow("taken by another transfer");
    await db.close();
  });

  test("never holds more than the reserve has, and a refused batch writes nothing", async () => {
    const db = await funded(1000n);
    expect(await bookIn(db, holdOf("h1", 600n), holdOf("h2", 600n))).toEqual(refuse("reserve_insufficient"));
    expect(await available(db.orm, reserve)).toBe(1000n);
    expect(await orderEntries(db.orm, "AAAA")).toEqual([]);
    await db.close();
  });

  test("can replace a hold by another in one batch, using the released amount", async () => {
    const db = await funded(1000n);
    await bookIn(db, holdOf("h1", 900n));
    expect(await bookIn(db, { do: "void", id: "v1", pendingId: "h1" }, holdOf("h2", 950n))).toEqual({ ok: true });
    expect(await available(db.orm, reserve)).toBe(50n);
    await db.close();
  });

  test("can settle a hold in part; the rest is released, once", async () => {
    const db = await funded(1000n);
    await bookIn(db, holdOf("h1", 400n));
    const part: Booking = { do: "settle", id: "s1", pendingId: "h1", amount: 150n };
    await bookIn(db, part);
    expect(await bookIn(db, part)).toEqual({ ok: true });
    expect(await available(db.orm, reserve)).toBe(850n);
    expect(await available(db.orm, order)).toBe(150n);
    await expect(bookIn(db, { do: "void", id: "v1", pendingId: "h1" })).rejects.toThrow("already settled by s1");
    await db.close();
  });

  test("never exceeds a customer's balance", async () => {
    const db = await funded(1000n);
    await bookIn(db, { ...movement, do: "post", id: "p1", debit: reserve, credit: order, amount: 100n });
    const back: Booking = { ...movement, do: "hold", id: "p2", debit: order, credit: rail, amount: 101n };
    expect(await bookIn(db, back)).toEqual(refuse("insufficient_funds"));
    await db.close();
  });

  test("never sends more than the rail's cash", async () => {
    const db = await funded(1000n);
    const cold = accounts.rail("cold", "btc");
    await bookIn(db, { ...movement, do: "post", id: "p1", debit: cold, credit: rail, amount: 950n });
    const sending: Booking = { ...movement, do: "hold", id: "p2", debit: reserve, credit: rail, amount: 60n };
    expect(await bookIn(db, sending)).toEqual(refuse("reserve_insufficient"));
    await db.close();
  });

  test("accepts a forced transfer always: a loss beyond the reserve remains as shortfall until repaid", async () => {
    const db = await funded(100n);
    const fact: Booking = { ...movement, do: "forced", id: "f1", debit: reserve, credit: rail, amount: 130n };
    await bookIn(db, fact);
    await bookIn(db, fact);
    expect(await shortfalls(db.orm)).toEqual(new Map([["btc", 30n]]));
    expect(await available(db.orm, rail)).toBe(-30n);
    expect(await publicReserves(db)).toEqual(new Map([["btc", 0n]]));

    await bookIn(db, funding("more", 50n));
    expect(await shortfalls(db.orm)).toEqual(new Map());
    expect(await publicReserves(db)).toEqual(new Map([["btc", 20n]]));
    expect(await verify(db, ledgerChecks)).toEqual([]);
    await db.close();
  });

  test("repays the shortfall first from a released hold", async () => {
    const db = await funded(100n);
    await bookIn(db, holdOf("h1", 80n));
    await bookIn(db, { ...movement, do: "forced", id: "f1", debit: reserve, credit: rail, amount: 50n });
    expect(await shortfalls(db.orm)).toEqual(new Map([["btc", 30n]]));
    await bookIn(db, { do: "void", id: "v1", pendingId: "h1" });
    expect(await shortfalls(db.orm)).toEqual(new Map());
    expect(await available(db.orm, reserve)).toBe(50n);
    await db.close();
  });

  test("keeps the public reserve within the cash of the paying rail, less what is promised and owed there", async () => {
    const db = await funded(1000n);
    const deposits = accounts.rail("gateway", "btc");
    await bookIn(db, { ...movement, do: "post", id: "m1", debit: deposits, credit: rail, amount: 600n });
    expect(await publicReserves(db)).toEqual(new Map([["btc", 400n]]));
    const order = accounts.order("AAAA", "btc");
    const promise: Booking = { ...movement, do: "hold", id: "h1", debit: reserve, credit: order, amount: 250n };
    await bookIn(db, { ...promise, leave: 600n });
    expect(await publicReserves(db)).toEqual(new Map([["btc", 150n]]));
    expect(await bookIn(db, { ...promise, id: "h2", leave: 600n })).toEqual(refuse("reserve_insufficient"));
    // A customer's payment at another rail is exchanged, or paid back, out of the paying rail.
    await bookIn(db, { ...movement, do: "post", id: "p1", debit: deposits, credit: order, amount: 50n });
    expect(await publicReserves(db)).toEqual(new Map([["btc", 100n]]));
    await db.close();
  });

  test("leaves disputed amounts out of the public reserve", async () => {
    const db = await funded(1000n);
    const disputed = accounts.rail("sandbox-bitcoin_disputed", "btc");
    await bookIn(db, { ...movement, do: "forced", id: "d1", debit: disputed, credit: rail, amount: 300n });
    expect(await available(db.orm, reserve)).toBe(1000n);
    expect(await publicReserves(db)).toEqual(new Map([["btc", 700n]]));
    await db.close();
  });
});

const publicReserves = async (db: Database) =>
  new Map(
    [...(await ownMoney(db.orm, () => "sandbox-bitcoin"))].map(([asset, { reserve: reserveAmount }]) => [
      asset,
      reserveAmount,
    ]),
  );

const movement = { asset: "btc", code: "adjustment", orderRef: "AAAA" } as const;

function holdOf(id: string, amount: bigint): Booking {
  return { ...movement, do: "hold", id, debit: reserve, credit: order, amount };
}

function funding(id: string, amount: bigint): Booking {
  return { do: "post", id, debit: rail, credit: reserve, asset: "btc", amount, code: "funding" };
}

async function funded(amount: bigint): Promise<Database> {
  const db = await freeLedger();
  await openOrders(db, "AAAA");
  await bookIn(db, funding("funding", amount));
  return db;
}

function bookIn(db: Database, ...bookings: Booking[]) {
  return db.transaction((tx) => book(tx, bookings, now));
}
