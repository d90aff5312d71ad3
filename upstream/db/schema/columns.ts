import { customType, timestamp } from "drizzle-orm/pg-core";

/** Minor units of an asset: exact, beyond 64 bits; bigint in code. */
export const minor = customType<{ data: bigint; driverData: string }>({
  dataType: () => "numeric(38,0)",
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});

/** A time with time zone; Date in code. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
