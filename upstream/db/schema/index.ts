// All tables in one object, as drizzle and its migrations need it.
export * from "./accounts.ts";
export * from "./gateway.ts";
export * from "./ledger.ts";
export * from "./market.ts";
export * from "./newsletter.ts";
export * from "./orders.ts";
export * from "./push.ts";
export * from "./reviews.ts";
export * from "./sandbox-invoice.ts";
export * from "./service.ts";
export * from "./signing.ts";
export * from "./status.ts";
export * from "./support.ts";
export * from "./unpaid.ts";
export * from "./visits.ts";
export * from "./wallets.ts";
export * from "./withdrawals.ts";
