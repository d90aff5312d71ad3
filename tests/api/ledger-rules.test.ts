import { describe, expect, test } from "vitest";
import { freshDatabase } from "../support/database.ts";
import { attacks, outcomeOf, prepareAttacks } from "../support/ledger-attacks.ts";

describe("the database refuses", () => {
  test.each(attacks)("$name", async (attack) => {
    const db = await freshDatabase();
    await prepareAttacks(db);
    expect(await outcomeOf(attack, db)).toBe(attack.refusedBy);
    await db.close();
  });
});
