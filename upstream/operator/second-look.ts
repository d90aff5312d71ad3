import type { Bands } from "../settings/env.ts";

/** A command would move more than its band: thrown before it commits, so that nothing changes. */
export class SecondLook extends Error {
  constructor(readonly concerns: readonly string[]) {
    super(concerns.join(" "));
  }
}

/** What the audit keeps of an override: the sentences that `--anyway` answered. */
export type Override = { anyway?: string[] };

/**
 * Asks about each concern, a sentence with both figures; null is none. Throws `SecondLook` without `--anyway`. Call it
 * in the transaction that writes, with what it read there, and put the result into the audit entry.
 */
export function secondLook(anyway: "yes" | undefined, concerns: readonly (string | null)[]): Override {
  const asked = [...new Set(concerns.filter((concern) => concern !== null))];
  if (asked.length === 0) return {};
  if (anyway === undefined) throw new SecondLook(asked);
  return { anyway: asked };
}

type Distance = { isBeyond: boolean; isFar: boolean; text: string };

/**
 * Distance of `is` from `was`, whether it is beyond a band, and whether it is far: beyond twice the band. Both in the same
 * unit; `was` above zero or always beyond.
 */
export function distance(was: bigint, is: bigint, band: Bands[keyof Bands]): Distance {
  const moved = is > was ? is - was : was - is;
  if (was <= 0n) return { isBeyond: moved > 0n, isFar: moved > 0n, text: "all of it" };
  // Bands have at most two decimals.
  const limit = was * BigInt(Math.round(band * 100));
  return { isBeyond: moved * 10_000n > limit, isFar: moved * 10_000n > 2n * limit, text: percentText(moved, was) };
}

/** `part` of `whole` in percent, rounded up at one decimal, so that a difference is never shown as none. */
export function percentText(part: bigint, whole: bigint): string {
  const tenths = (part * 1000n + whole - 1n) / whole;
  return `${tenths / 10n}.${tenths % 10n} %`;
}
