import { customType, timestamp } from "drizzle-orm/pg-core";

/** Minor units of an asset: exact, beyond 64 bits; bigint in code. */
export const minor = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(38,0)",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** Units of a token's contract, or wei: up to 256 bits, which is more than the ledger takes. */
export const units = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(78,0)",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** A time with time zone; Date in code. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

/** A SHA-256 hash: bytes in the database, hexadecimal in code. */
export const sha256 = customType<{ data: string; driverData: Uint8Array | string }>({
  dataType: () => "bytea",
  // Text where a statement casts it, `\\x...`.
  fromDriver: (value) => (typeof value === "string" ? value.slice(2) : Buffer.from(value).toString("hex")),
});

/** The bytes of a file. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: (value) => new Uint8Array(value),
});
