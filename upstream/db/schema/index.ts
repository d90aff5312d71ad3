// The one place where tables are gathered: drizzle wants a single object, and the migrations are made from it.
export * from "./accounts.ts";
export * from "./gateway.ts";
export * from "./ledger.ts";
export * from "./market.ts";
export * from "./orders.ts";
export * from "./sandbox-invoice.ts";
export * from "./service.ts";
