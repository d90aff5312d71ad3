import { z } from "zod/v4";
import { plainDecimal } from "./decimal.ts";

/**
 * Amounts and rates are sent as plain decimal strings: never a JSON number, an exponent or grouping. The scale is at
 * most the asset's `decimals`; 78 characters hold any NUMERIC(38,0) amount at any known scale.
 */
export const decimal = z
  .string()
  .max(78)
  .regex(plainDecimal)
  .meta({ id: "Decimal", description: "A non-negative decimal number as a string, without exponent or grouping." });

/** RFC 3339, UTC, milliseconds: `2026-11-21T09:05:43.000Z`. */
export const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ id: "Time", description: "RFC 3339 time in UTC with milliseconds." });

/**
 * An extensible enum: known values for documents and types, but any string parses, so that a newer service does not
 * break an older website.
 */
export function openEnum<const V extends readonly [string, ...string[]]>(values: V) {
  return z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: [...values] }) as unknown as z.ZodType<V[number] | (string & {}), string>;
}
