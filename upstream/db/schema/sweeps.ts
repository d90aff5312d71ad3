import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { minor } from "./columns.ts";
import { listed, rule } from "./constraints.ts";
import { outgoing } from "./outgoing.ts";

/** `failed` has moved nothing; of a `returned` one, `returned` of its amount is back at the address. */
export const partStates = ["open", "arrived", "failed", "returned"] as const;

/** The address of what an operator has booked at deposit addresses, and of sweeps by versions without parts. */
export const noAddress = "";

/**
 * What a deposit address has received and what sweeps have moved from it. Written by triggers on `transfer` and `sweep_part`,
 * with the owner's rights. All rows of a rail and an asset together are `assets:<rail>_deposits:<asset>`, and `ours` of all of
 * them `assets:<rail>_dust:<asset>`.
 */
export const addressBalance = pgTable(
  "address_balance",
  {
    rail: text("rail").notNull(),
    asset: text("asset").notNull(),
    address: text("address").notNull(),
    /** All payments, less those that were taken back. */
    arrived: minor("arrived").notNull().default(sql`0`),
    /** What has arrived of its parts of sweeps, less what came back. More than `arrived` once a swept payment is taken back. */
    swept: minor("swept").notNull().default(sql`0`),
    /**
     * Our own money there, beside what payments have brought: what came for the fees of sweeps and what they have left, less
     * those fees. Below zero where a fee was paid out of payments that are still there.
     */
    ours: minor("ours").notNull().default(sql`0`),
    lying: minor("lying")
      .notNull()
      .generatedAlwaysAs(sql`case when address = '' then arrived - swept else greatest(arrived - swept, 0) end`),
  },
  (t) => [
    primaryKey({ columns: [t.rail, t.asset, t.address] }),
    index("address_balance_lying").on(t.rail, t.asset, t.lying).where(sql`lying > 0`),
    rule("address_balance_swept", "swept >= 0"),
  ],
);

/** One address of a sweep: how much is moved from there, and how that ended. */
export const sweepPart = pgTable(
  "sweep_part",
  {
    sweepId: text("sweep_id")
      .notNull()
      .references(() => outgoing.id),
    address: text("address").notNull(),
    amount: minor("amount").notNull(),
    /** The payments that lay there when the sweep was asked for, by the rail's own ids. */
    payments: text("payments").array().notNull(),
    state: text("state", { enum: partStates }).notNull().default("open"),
    /** What has come back of it. */
    returned: minor("returned").notNull().default(sql`0`),
    railTxId: text("rail_tx_id"),
    /** Why it has failed, in its rail's word; null where the rail says none. */
    reason: text("reason"),
    /** What its own transfer has cost, in the asset that the rail pays fees in; null where the rail does not say. */
    fee: minor("fee"),
    /** The asset of `fee` where the address itself has paid it; null where the rail pays it from where it pays out. */
    gasAsset: text("gas_asset"),
    /** What came to the address from the gas account, and what that account has paid for it. */
    toppedUp: minor("topped_up").notNull().default(sql`0`),
    topUpFee: minor("top_up_fee").notNull().default(sql`0`),
    /** Of its amount, what has stayed at the address as our own. */
    remainder: minor("remainder").notNull().default(sql`0`),
    /** Of a sweep that was asked for before sweeps had parts; the upgrade has divided it by the order of the bookings. */
    isLegacy: boolean("is_legacy").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.sweepId, t.address] }),
    index("sweep_part_address").on(t.address),
    listed("sweep_part", "state", partStates),
    rule("sweep_part_amount", "amount > 0 and (fee is null or fee >= 0)"),
    rule(
      "sweep_part_gas",
      `topped_up >= 0 and top_up_fee >= 0 and remainder >= 0 and remainder < amount
        and (gas_asset is not null or topped_up + top_up_fee + remainder = 0)`,
    ),
    rule("sweep_part_returned", "returned <= amount and (state = 'returned') = (returned > 0) and returned >= 0"),
  ],
);
