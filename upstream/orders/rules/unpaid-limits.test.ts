import { describe, expect, test } from "vitest";
import {
  type PartyUsage,
  payWindowFor,
  type UnpaidParty,
  type UnpaidUsage,
  usualUnpaidLimits,
} from "./unpaid-limits.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const until = new Date("2026-11-21T12:20:00.000Z");
const nobody = { held: 0n, orders: 0, today: 0n, until: null };
const party = (name: UnpaidParty, usage: Partial<PartyUsage> = {}) => ({ party: name, ...nobody, ...usage });

/** A reserve of 10,000 of which others hold `unpaid`, and an order of a guest. */
function windowOf(amount: bigint, unpaid: bigint, ...parties: PartyUsage[]) {
  const strangers = (["network", "email"] as const).filter((name) => !parties.some((party) => party.party === name));
  const usage: UnpaidUsage = {
    reserve: 10_000n,
    promised: unpaid,
    unpaid,
    until: unpaid > 0n ? until : null,
    parties: [...parties, ...strangers.map((name) => party(name))],
  };
  const payWindow = payWindowFor(usualUnpaidLimits, usage, amount, now);
  return typeof payWindow === "string" ? payWindow : `${payWindow.refused} ${payWindow.extra?.retry_after_seconds}`;
}

const held = (amount: bigint, orders = 1) => ({ held: amount, orders, today: amount, until });

describe("an unpaid order", () => {
  test("has the usual window while others hold little, even where it alone takes the whole reserve", () => {
    expect(windowOf(10_000n, 0n)).toBe("usual");
    expect(windowOf(3_000n, 2_000n)).toBe("usual");
  });

  test("has the short window once unpaid orders hold more than half, and gets at most half of what is free", () => {
    expect(windowOf(3_001n, 2_000n)).toBe("short");
    expect(windowOf(1_000n, 8_000n)).toBe("short");
    expect(windowOf(1_001n, 8_000n)).toBe("unpaid_limit 1200");
  });

  test.each([
    ["network", 2_000n],
    ["email", 1_000n],
    ["member", 1_000n],
  ] as const)("is refused above the share of its %s, with the time when a hold ends", (name, most) => {
    expect(windowOf(most - 500n, 500n, party(name, held(500n)))).toBe("short");
    expect(windowOf(most - 499n, 500n, party(name, held(500n)))).toBe("unpaid_limit 1200");
    expect(windowOf(most / 2n - 100n, 100n, party(name, held(100n)))).toBe("usual");
  });

  test("is refused above the number of open orders, of which a network may have four times as many", () => {
    expect(windowOf(1n, 5n, party("email", held(4n, 4)))).toBe("usual");
    expect(windowOf(1n, 5n, party("email", held(5n, 5)))).toBe("unpaid_limit 1200");
    expect(windowOf(1n, 5n, party("network", held(19n, 19)))).toBe("usual");
    expect(windowOf(1n, 5n, party("network", held(20n, 20)))).toBe("unpaid_limit 1200");
  });

  test("is refused until midnight in UTC once its party has left half the reserve unpaid that day", () => {
    expect(windowOf(1_000n, 0n, party("network", { today: 4_000n }))).toBe("usual");
    expect(windowOf(1_001n, 0n, party("network", { today: 4_000n }))).toBe(`unpaid_limit ${12 * 3600}`);
  });
});
