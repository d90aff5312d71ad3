import { describe, expect, test } from "vitest";
import { attacks, outcomeOf, prepareAttacks } from "../../support/ledger/ledger-attacks.ts";
import { freeLedger } from "../../support/service/database.ts";

describe("the database refuses", () => {
  test.each(attacks)("$name", async (attack) => {
    const db = await freeLedger("owner");
    await prepareAttacks(db);
    expect(await outcomeOf(attack, db)).toBe(attack.refusedBy);
    await db.close();
  });
});
