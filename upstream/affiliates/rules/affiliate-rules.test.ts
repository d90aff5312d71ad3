import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { referralWays } from "../../../contract/affiliate/affiliate-lists.ts";
import { mailboxOf } from "../../mail/rules/mailbox.ts";
import { cases, seed } from "../../orders/rules/testing/seed.ts";
import { clickDays, daysBefore, mostOfFirstLevel, usualAffiliateTiers } from "./affiliate-policy.ts";
import { attribute, isExpired, type Touch, touchTime } from "./attribution.ts";
import { rewardOf } from "./compute-reward.ts";
import { mostUnseen, payoutReview } from "./payout-review.ts";
import { amountBand } from "./referral-state.ts";

const many = { numRuns: cases(2_000), seed: seed("affiliates") };
const now = new Date("2026-11-21T12:00:00Z");
const minor = (max: bigint) => fc.bigInt({ min: 0n, max });
const anyMoment = fc.integer({ min: -200, max: 0 }).map((days) => daysBefore(now, -days));
const few = ["anna", "boris", "clara"] as const;

describe("rewards", () => {
  test("of both levels are never more than the profit, and nothing of a loss", () => {
    const most = mostOfFirstLevel(usualAffiliateTiers);
    const second = fc.constantFrom(...usualAffiliateTiers.map(({ secondLevelBps }) => secondLevelBps));
    const base = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(base, fc.integer({ min: 0, max: most }), second, (profit, firstBps, secondBps) => {
        const [first, other] = [rewardOf(profit, firstBps), rewardOf(profit, secondBps)];
        expect(first).toBeGreaterThanOrEqual(0n);
        expect(first + other).toBeLessThanOrEqual(profit > 0n ? profit : 0n);
      }),
      many,
    );
  });
});

describe("payouts of rewards", () => {
  test("in any parts of a day leave without an operator up to the band and no unit more", () => {
    fc.assert(
      fc.property(minor(10n ** 9n), fc.array(minor(10n ** 9n), { maxLength: 30 }), (band, amounts) => {
        const clean = { band, flaggedAt: null, approvedAt: null };
        let taken = 0n;
        for (const amount of amounts) {
          const most = mostUnseen({ ...clean, takenInDay: taken });
          expect(payoutReview({ ...clean, takenInDay: taken, amount: most })).toBeNull();
          expect(payoutReview({ ...clean, takenInDay: taken, amount: most + 1n })).toBe("above_band");
          if (payoutReview({ ...clean, takenInDay: taken, amount }) === null) taken += amount;
        }
        expect(taken).toBeLessThanOrEqual(band);
      }),
      many,
    );
  });
});

describe("an order", () => {
  const anyTouch: fc.Arbitrary<Touch> = fc.record({
    partnerId: fc.constantFrom(...few),
    memberId: fc.constantFrom("us_anna", "us_boris", "us_clara", null),
    isPaused: fc.boolean(),
    code: fc.constantFrom("ONE", "TWO"),
    way: fc.constantFrom(...referralWays),
    touchedAt: anyMoment,
  });
  const anyOwner = fc.constantFrom("us_anna", "us_boris", "us_nobody", null);

  test("counts for the first partner or for none, once for each, and never for its own customer", () => {
    fc.assert(
      fc.property(fc.array(fc.option(anyTouch), { maxLength: 6 }), anyOwner, (touches, ownerId) => {
        const attributions = attribute(touches, { ownerId, now });
        const met = touches.flatMap((touch) => (touch === null ? [] : [touch]));
        expect(attributions.map(({ partnerId }) => partnerId)).toEqual([
          ...new Set(met.map(({ partnerId }) => partnerId)),
        ]);
        const counted = attributions.filter(({ reason }) => reason === null);
        expect(counted.every((attribution) => attribution === attributions[0])).toBe(true);
        if (counted.length === 0) return;
        const first = met[0];
        expect(first?.isPaused).toBe(false);
        expect(first?.memberId === null || first?.memberId !== ownerId).toBe(true);
        expect(first?.way === "link" && isExpired(first.touchedAt, now)).toBe(false);
      }),
      many,
    );
  });

  test("has a click that is never later than now, and that counts for its days", () => {
    const toldTime = fc.integer({ min: -200, max: 200 }).map((days) => daysBefore(now, days).toISOString());
    fc.assert(
      fc.property(fc.option(fc.oneof(fc.string(), toldTime)), (typed) => {
        expect(touchTime(typed, now).getTime()).toBeLessThanOrEqual(now.getTime());
      }),
      many,
    );
    expect(isExpired(daysBefore(now, clickDays), now)).toBe(false);
    expect(isExpired(new Date(daysBefore(now, clickDays).getTime() - 1), now)).toBe(true);
  });

  test("is shown by the band that its amount lies in", () => {
    fc.assert(
      fc.property(minor(10_000_00n), (cents) => {
        const { from_usd: from, to_usd: to } = amountBand(cents);
        expect(cents).toBeGreaterThanOrEqual(BigInt(from) * 100n);
        if (to !== null) expect(cents).toBeLessThan(BigInt(to) * 100n);
      }),
      many,
    );
  });
});

describe("a mailbox", () => {
  const part = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);

  test("is the same whatever the case, the tag, and the dots of a provider that ignores them", () => {
    fc.assert(
      fc.property(part, part, part, fc.constantFrom("gmail.com", "googlemail.com"), (start, end, tag, domain) => {
        const plain = mailboxOf(`${start}${end}@gmail.com`);
        expect(mailboxOf(`${start}.${end}+${tag}@${domain}`.toUpperCase())).toBe(plain);
        expect(mailboxOf(plain)).toBe(plain);
        // Elsewhere a dot is part of the name.
        expect(mailboxOf(`${start}.${end}@example.com`)).not.toBe(mailboxOf(`${start}${end}@example.com`));
      }),
      many,
    );
  });
});
