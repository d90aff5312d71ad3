import { describe, expect, test } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { brokenConstraint } from "../../upstream/db/retry.ts";
import { book } from "../../upstream/ledger/book.ts";
import { available } from "../../upstream/ledger/read.ts";
import { accounts, type Booking } from "../../upstream/ledger/rules/booking.ts";
import { ledgerChecks, verify } from "../../upstream/ledger/verify.ts";
import { isRefusal } from "../../upstream/shared/rules/refusal.ts";
import { injectFault } from "../support/ledger/ledger-source.ts";
import { openOrders } from "../support/ledger/open-orders.ts";
import { freeLedger } from "../support/service/database.ts";
import { waitingLocks } from "../support/service/waiting-locks.ts";

const now = new Date("2026-11-21T09:00:00Z");
const contenders = Array.from({ length: 32 }, (_, index) => index);
const movement = { asset: "btc", code: "adjustment" } as const;
const rail = accounts.rail("hot", "btc");
const member = (index: number) => accounts.member(`m${index}`, "btc");

/** RACES=1000 is the long run. */
const rounds = Number(process.env.RACES ?? 30);

describe("concurrent bookings", { timeout: 300_000 + rounds * 3_000 }, () => {
  test("of the whole balance succeed once", async () => {
    const db = await freeLedger();
    for (let round = 0; round < rounds; round += 1) {
      const anna = member(round);
      await bookIn(db, { ...movement, do: "post", id: `in${round}`, debit: rail, credit: anna, amount: 100n });
      const results = await Promise.all(
        contenders.map((index) =>
          bookIn(db, { ...movement, do: "hold", id: `out${round}.${index}`, debit: anna, credit: rail, amount: 100n }),
        ),
      );
      expect(results.filter((result) => !isRefusal(result))).toHaveLength(1);
      expect(await available(db.orm, anna)).toBe(0n);
    }
    expect(await verify(db, ledgerChecks)).toEqual([]);
    await db.close();
  });

  test("with the same id are booked once, and all succeed", async () => {
    const db = await freeLedger();
    const booking: Booking = { ...movement, do: "post", id: "in", debit: rail, credit: member(1), amount: 100n };
    const results = await Promise.all(contenders.map(() => bookIn(db, booking)));
    expect(results.filter(isRefusal)).toEqual([]);
    expect(await available(db.orm, member(1))).toBe(100n);
    await db.close();
  });

  test("in all directions at once keep the total, without deadlocks", async () => {
    const db = await freeLedger();
    const people = contenders.slice(0, 8);
    for (const index of people) {
      const credit = member(index);
      await bookIn(db, { ...movement, do: "post", id: `in${index}`, debit: rail, credit, amount: 1000n });
    }
    let attempts = 0;
    const send = async (index: number) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const [from, to] = [(index + turn) % 8, (index * 3 + turn * 5 + 1) % 8];
        if (from === to) continue;
        const sides = { debit: member(from), credit: member(to), amount: BigInt(1 + turn) };
        await db.transaction((tx) => {
          attempts += 1;
          return book(tx, [{ ...movement, do: "post", id: `${index}.${turn}`, ...sides }], now);
        });
      }
    };
    const asked = contenders.flatMap((index) =>
      Array.from({ length: 20 }, (_, turn) => (index + turn) % 8 !== (index * 3 + turn * 5 + 1) % 8),
    );
    let sending = true;
    const sums = new Set<string>();
    const look = async () => {
      while (sending) {
        const { rows } = await db.query(
          "select sum(credits_posted - debits_posted) from account where id like 'member:%'",
        );
        sums.add(String(rows[0]?.sum));
      }
    };
    const looking = look();
    await Promise.all(contenders.map(send)).finally(() => {
      sending = false;
    });
    await looking;
    expect([...sums]).toEqual(["8000"]);
    expect(attempts).toBe(asked.filter(Boolean).length);
    expect(await verify(db, ledgerChecks)).toEqual([]);
    await db.close();
  });

  test("lock accounts in name order, in code and in the database", async () => {
    const db = await freeLedger("owner");
    expect(await locksFirstAccountFirst(db, bookPayment)).toBe(true);
    expect(await locksFirstAccountFirst(db, writePayment)).toBe(true);
    await injectFault(db, "ORDER BY id FOR", "ORDER BY id DESC FOR");
    expect(await locksFirstAccountFirst(db, writePayment)).toBe(false);
    await db.close();
  });
});

describe("an order's end and a booking to its account at the same time", () => {
  test.each(["the end", "the booking"])("are not both accepted, when %s is first", async (first) => {
    const db = await freeLedger();
    await openOrders(db, "AAAA");
    await bookIn(db, { ...movement, do: "post", id: "in", debit: rail, credit: accounts.reserve("btc"), amount: 100n });
    const end = () => db.query("update exchange_order set status = 'cancelled' where ref = 'AAAA'");
    const holding: Booking = {
      ...{ ...movement, do: "hold", id: "hold", debit: accounts.reserve("btc"), credit: accounts.order("AAAA", "btc") },
      ...{ amount: 10n, orderRef: "AAAA" },
    };
    let other: Promise<unknown> = Promise.resolve();
    let isOver = false;
    const race = db.transaction(async (tx) => {
      if (first === "the end") await db.rawIn(tx)("update exchange_order set status = 'cancelled' where ref = 'AAAA'");
      else {
        await book(tx, [holding], now);
        await db.rawIn(tx)("set constraints all immediate");
      }
      other = (first === "the end" ? bookIn(db, holding) : end()).then(
        () => "accepted",
        (error: unknown) => brokenConstraint(error),
      );
      void other.then(() => {
        isOver = true;
      });
      await someoneWaits(db, () => isOver);
    });
    await race;
    expect(await other).toBe("final_order_is_empty");
    await db.close();
  });
});

/** While the second account is locked, a payment from it waits; by then it must have locked the first. */
async function locksFirstAccountFirst(db: Database, pay: typeof bookPayment): Promise<boolean> {
  const [first, second] = [member(1), member(2)];
  for (const credit of [first, second]) {
    await bookIn(db, { ...movement, do: "post", id: `in ${credit}`, debit: rail, credit, amount: 100n });
  }
  const lock = "select id from account where id = $1 for no key update";
  let paying: Promise<unknown> = Promise.resolve();
  const locked = await db.transaction(async (tx) => {
    await db.rawIn(tx)(lock, [second]);
    paying = pay(db, second, first);
    await someoneWaits(db);
    const { rows } = await db.query(`${lock} skip locked`, [first]);
    return rows.length === 0;
  });
  await paying;
  return locked;
}

let payments = 0;

function bookPayment(db: Database, debit: string, credit: string): Promise<unknown> {
  payments += 1;
  return bookIn(db, { ...movement, do: "post", id: `payment ${payments}`, debit, credit, amount: 1n });
}

/** The same with plain SQL. */
function writePayment(db: Database, debit: string, credit: string): Promise<unknown> {
  return db.query(
    `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
      values (gen_random_uuid(), 'posted', $1, $2, 'btc', 1, 'adjustment', now())`,
    [debit, credit],
  );
}

/** Polls until another connection of this database waits for a lock, or there is nothing to wait for. */
async function someoneWaits(db: Database, isOver = () => false): Promise<void> {
  while (!isOver() && (await waitingLocks(db)) === 0);
}

function bookIn(db: Database, ...bookings: Booking[]) {
  return db.transaction((tx) => book(tx, bookings, now));
}
