import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ledgerChecks, verify } from "../../../upstream/ledger/verify.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { histories } from "../../support/ledger/ledger-histories.ts";
import { plannedLedger, play, storedLedger } from "../../support/ledger/ledger-play.ts";
import { freeLedger } from "../../support/service/database.ts";

/** HISTORIES=10000 is the long run. */
const count = Number(process.env.HISTORIES ?? 500);

describe("the ledger", { timeout: 300_000 + count * 300 }, () => {
  test("keeps its invariants after every step of random histories", async () => {
    await fc.assert(
      fc.asyncProperty(histories(30), (history) => play(history, plannedLedger())),
      { seed: seed("ledger rules"), numRuns: count },
    );
  });

  test("keeps them in the database too, and its own verification agrees", async () => {
    await fc.assert(
      fc.asyncProperty(histories(20), async (history) => {
        const db = await freeLedger();
        await play(history, await storedLedger(db));
        expect(await verify(db, ledgerChecks)).toEqual([]);
        await db.close();
      }),
      { seed: seed("ledger in the database"), numRuns: Math.ceil(count * 0.03) },
    );
  });
});
