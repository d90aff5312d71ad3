import { expect, test } from "vitest";
import { partyKeys } from "./party-keys.ts";

test("a party's key depends on the secret, that of a day on the day too", () => {
  const parties = { network: "203.0.113.0/24", email: "anna@example.com", isProven: false, memberId: null };
  const keysWith = (secret: string, day: string) => partyKeys([secret], parties, day);
  const [here, other, later] = [keysWith("a", "2026-11-21"), keysWith("b", "2026-11-21"), keysWith("a", "2026-11-22")];
  expect(here.map(({ key }) => key)).not.toEqual(other.map(({ key }) => key));
  expect(here.map(({ key }) => key)).toEqual(later.map(({ key }) => key));
  expect(here.map(({ dayKey }) => dayKey)).not.toEqual(later.map(({ dayKey }) => dayKey));
});

test("a typed address and a proven one are counted apart", () => {
  const parties = { network: "203.0.113.0/24", email: "anna@example.com", memberId: null };
  const keyOf = (isProven: boolean) =>
    partyKeys(["a"], { ...parties, isProven }, "2026-11-21").find(({ party }) => party === "email")?.key;
  expect(keyOf(true)).not.toBe(keyOf(false));
});
