import { expect, test } from "vitest";
import { addressesOnlyView, allowsSavedOnly } from "./addresses-only.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const at = (iso: string | null) => ({
  withdrawalAddressesOnly: true,
  addressesOnlyEndsAt: iso === null ? null : new Date(iso),
});

test("a limit to saved addresses holds until the moment that it ends", () => {
  expect(allowsSavedOnly(at(null), now)).toBe(true);
  expect(allowsSavedOnly(at("2026-11-21T12:00:00.001Z"), now)).toBe(true);
  expect(allowsSavedOnly(at("2026-11-21T12:00:00.000Z"), now)).toBe(false);
  expect(addressesOnlyView(at("2026-11-22T12:00:00.000Z"), now)).toEqual({
    on: true,
    ends_at: "2026-11-22T12:00:00.000Z",
  });
  expect(addressesOnlyView(at("2026-11-20T12:00:00.000Z"), now)).toEqual({ on: false, ends_at: null });
});
