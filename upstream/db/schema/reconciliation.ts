import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { correctableKinds, differenceKinds } from "../../books/reconciliation/rules/difference.ts";
import { moment, units } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { audit } from "./service.ts";

/** `unavailable`: the network did not answer, so nothing is known. */
export const reconciliationStates = ["matched", "differs", "unavailable"] as const;

/** A comparison of a rail's statement with the ledger, written once when it is over. */
export const reconciliation = pgTable(
  "reconciliation",
  {
    id: text("id").primaryKey(),
    /** The order in which they ended. */
    seq: bigint("seq", { mode: "bigint" }).notNull().generatedAlwaysAsIdentity(),
    /** Its name in `RAILS`. */
    rail: text("rail").notNull(),
    state: text("state", { enum: reconciliationStates }).notNull(),
    /** The last block that was compared; null for a rail without blocks. */
    block: bigint("block", { mode: "number" }),
    /** Until when the statement speaks; null for one that speaks of the moment in which it was taken. */
    coversUntil: moment("covers_until"),
    /** Why it could not be compared. */
    why: text("why"),
    /** What was compared, and how much of it. */
    assets: text("assets").array().notNull(),
    credits: integer("credits").notNull(),
    sendings: integer("sendings").notNull(),
    addresses: integer("addresses").notNull(),
    /** All differences, also those beyond what `reconciliation_difference` names. */
    differences: integer("differences").notNull(),
    /** SHA-256 over the named differences, the same for the same set. */
    differencesHash: text("differences_hash"),
    /** The comparison before, of this rail, had other differences, or none. */
    isNews: boolean("is_news").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    index("reconciliation_rail").on(t.rail, t.seq),
    listed("reconciliation", "state", reconciliationStates),
    rule(
      "reconciliation_result",
      "(state = 'unavailable') = (why is not null) and (state = 'differs') = (differences > 0)",
    ),
  ],
);

/** The two sides of a difference. Amounts in minor units; a side that has nothing of it is null. */
const sides = () => ({
  railAsset: text("rail_asset"),
  railAmount: units("rail_amount"),
  ledgerAsset: text("ledger_asset"),
  ledgerAmount: units("ledger_amount"),
});
const wholeSides = "(rail_asset is null) = (rail_amount is null) and (ledger_asset is null) = (ledger_amount is null)";

/** One difference, in the order in which they were found. */
export const reconciliationDifference = pgTable(
  "reconciliation_difference",
  {
    runId: text("run_id")
      .notNull()
      .references(() => reconciliation.id),
    number: integer("number").notNull(),
    what: text("what", { enum: differenceKinds }).notNull(),
    subject: text("subject").notNull(),
    ...sides(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.number] }),
    listed("reconciliation_difference", "what", differenceKinds),
    rule("reconciliation_difference_sides", wholeSides),
  ],
);

/**
 * A difference that an operator has made up for with a booking, exactly as it was named. It is not named again; that the booking is
 * there shows in the balance of the place.
 */
export const reconciliationCorrection = pgTable(
  "reconciliation_correction",
  {
    id: text("id").primaryKey(),
    rail: text("rail").notNull(),
    what: text("what", { enum: differenceKinds }).notNull(),
    subject: text("subject").notNull(),
    ...sides(),
    /** The operator's word and reason. */
    auditId: text("audit_id")
      .notNull()
      .references(() => audit.id),
  },
  (t) => [
    index("reconciliation_correction_rail").on(t.rail),
    rule("reconciliation_correction_what", `what in (${correctableKinds.map((kind) => `'${kind}'`).join(", ")})`),
    rule("reconciliation_correction_sides", wholeSides),
  ],
);
