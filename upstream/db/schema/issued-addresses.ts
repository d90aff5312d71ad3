import { sql } from "drizzle-orm";
import { bigint, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { rule } from "./constraints.ts";
import { order } from "./orders.ts";
import { walletAddress } from "./wallets.ts";

/**
 * Where customers were asked to pay: the address and memo of an order or a wallet, as they were issued. Written by triggers
 * and never changed, so that `ledger verify` sees an address that was put in its place afterwards.
 */
export const issuedAddress = pgTable(
  "issued_address",
  {
    seq: bigint("seq", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    orderRef: text("order_ref").references(() => order.ref),
    walletAddressId: text("wallet_address_id").references(() => walletAddress.id),
    address: text("address").notNull(),
    memo: text("memo"),
    at: moment("at").notNull(),
  },
  (t) => [
    uniqueIndex("issued_address_order").on(t.orderRef).where(sql`order_ref is not null`),
    uniqueIndex("issued_address_wallet").on(t.walletAddressId).where(sql`wallet_address_id is not null`),
    rule("issued_address_owner", "num_nonnulls(order_ref, wallet_address_id) = 1"),
  ],
);
