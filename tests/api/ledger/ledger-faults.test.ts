import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { ledgerChecks, violationsSeenBy } from "../../../upstream/ledger/verify.ts";
import { attacks, outcomeOf, prepareAttacks } from "../../support/ledger/ledger-attacks.ts";
import { histories } from "../../support/ledger/ledger-histories.ts";
import { play, storedLedger } from "../../support/ledger/ledger-play.ts";
import { injectFault } from "../../support/ledger/ledger-source.ts";
import { freeLedger } from "../../support/service/database.ts";

/** A possible fault in the ledger's own rules, injected and removed again. */
type Fault = { name: string; plant(db: Database): Promise<unknown> };

const faults: Fault[] = [
  {
    name: "the credit side is forgotten",
    plant: edit("credits_posted = a.credits_posted + CASE", "credits_posted = a.credits_posted + 0 * CASE"),
  },
  {
    name: "a sign is swapped",
    plant: edit("debits_posted = a.debits_posted + CASE", "debits_posted = a.debits_posted - CASE"),
  },
  { name: "an ended promise stays on hold", plant: edit("pending := -promise.amount", "pending := 0") },
  { name: "a part-posted promise keeps its rest", plant: edit("pending := -promise.amount", "pending := -new.amount") },
  {
    name: "a hold is taken for a payment",
    plant: edit("IF new.kind = 'pending' THEN pending", "IF new.kind = 'pending' THEN posted"),
  },
  { name: "assets are mixed", plant: edit("side.asset <> new.asset", "false") },
  { name: "a promise is overdrawn", plant: edit("OR new.amount > promise.amount", "") },
  {
    name: "a promise is led elsewhere",
    plant: edit("OR (promise.debit_account, promise.credit_account) <> (new.debit_account, new.credit_account)", ""),
  },
  { name: "cash is not asked for", plant: edit("paying.floor = 'cash'", "false") },
  { name: "promised cash is spent again", plant: edit("- (paying.credits_pending + pending)", "") },
  { name: "a promise ends twice", plant: run("drop index transfer_settles_once") },
  { name: "the floor is gone", plant: run("alter table account drop constraint account_floor") },
  { name: "the past can be changed", plant: run("drop trigger transfer_only_grows on transfer") },
  { name: "balances can be written", plant: run("drop trigger account_moves_by_transfer on account") },
  { name: "money can be opened", plant: run("drop trigger account_opens_empty on account") },
  {
    name: "the shortfall is not paid back",
    plant: run(`create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger lose before insert on transfer for each row
        when (new.code = 'shortfall') execute function lose()`),
  },
  {
    name: "a fact's loss is not booked",
    plant: run(`create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger lose before insert on transfer for each row
        when (new.id like '%:shortfall') execute function lose()`),
  },
];

describe("the ledger tests fail when", () => {
  test.each(faults)("$name", async ({ plant }) => {
    expect(await isDetected(plant)).toBe(true);
  });

  test("nothing is wrong: then they pass", async () => {
    expect(await isDetected(async () => {})).toBe(false);
  });
});

/** Injects the fault and checks inside a transaction that is rolled back, so that the fault is removed with it. */
async function isDetected(plant: Fault["plant"]): Promise<boolean> {
  const db = await freeLedger("owner");
  const undone = new Error("undone");
  let detected = false;
  const planted = db.transaction(async (tx) => {
    const inside = { ...db, orm: tx, query: db.rawIn(tx), transaction: tx.transaction.bind(tx) };
    await plant(inside);
    await runChecks(inside).catch(() => {
      detected = true;
    });
    throw undone;
  });
  await expect(planted).rejects.toBe(undone);
  return detected;
}

/** The checks of the other files in short: the refusals, and a long history. */
async function runChecks(db: Database): Promise<void> {
  await prepareAttacks(db);
  // As at a commit: a table with checks that are still to come cannot be emptied, which is one of the attacks.
  await db.query("set constraints all immediate; set constraints all deferred");
  for (const attack of attacks) expect(await outcomeOf(attack, db)).toBe(attack.refusedBy);
  // Fixed, and rich enough to meet every fault; random histories check the correct ledger.
  const [history = []] = fc.sample(histories(80), { seed: 2026, numRuns: 1 });
  await play(history, await storedLedger(db));
  expect(await violationsSeenBy(db.query, ledgerChecks)).toEqual([]);
}

function run(statements: string): Fault["plant"] {
  return (db) => db.query(statements);
}

function edit(right: string, wrong: string): Fault["plant"] {
  return (db) => injectFault(db, right, wrong);
}
