import { shareOf } from "../../../contract/networks/fair-use.ts";
import { networksOf } from "../../../contract/networks/networks.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { Database } from "../database.ts";
import { unprovenKinds } from "./kinds.ts";

type Kind = keyof typeof unprovenKinds;
type Quota = { db: Database; env: { UNPROVEN_MB: number } };

/** Bytes by network: of the period that runs, and of the one before. A period is as long as such rows are kept. */
type Period = { startedAt: number; byNetwork: Map<string, number>; before: Map<string, number> };
type Tally = Period & { countedAt: number; stored: number; counting: Promise<void> | null };

/** What is stored is counted again after so long; what this process has added since is known. */
const countedForMs = 10_000;
const megabyte = 1_000_000;
const retryAfterSeconds = 3600;

const tallies = new WeakMap<Database, Map<Kind, Tally>>();

/**
 * Room for something that somebody leaves here who has proven nothing: undefined, or `too_many_requests`. All of a kind together stay
 * below UNPROVEN_MB, and one network below a fifth of what the others leave, so that something is left for the next network. Asked
 * right before it is stored. `address`: where the call comes from; `bytes`: where they are known.
 */
export async function takeRoom(
  ctx: Quota,
  kind: Kind,
  { address, bytes = unprovenKinds[kind].bytes, now: at }: { address: string | null; bytes?: number; now: Date },
): Promise<Refusal | undefined> {
  const now = at.getTime();
  const tally = tallyOf(ctx.db, kind, now);
  if (Math.abs(now - tally.countedAt) > countedForMs) {
    tally.counting ??= count(ctx, kind, tally, now);
    await tally.counting;
  }
  // From here to the end nothing waits, so that each counts those before it.
  const quota = ctx.env.UNPROVEN_MB * megabyte;
  const network = networksOf(address).above;
  const ofNetwork = (tally.byNetwork.get(network) ?? 0) + (tally.before.get(network) ?? 0);
  const held = Math.min(ofNetwork, tally.stored);
  if (held + bytes > shareOf(quota - (tally.stored - held)))
    return refuse("too_many_requests", { extra: { retry_after_seconds: retryAfterSeconds } });
  tally.byNetwork.set(network, (tally.byNetwork.get(network) ?? 0) + bytes);
  tally.stored += bytes;
  return undefined;
}

function tallyOf(db: Database, kind: Kind, now: number): Tally {
  const ofDatabase = tallies.get(db) ?? new Map<Kind, Tally>();
  tallies.set(db, ofDatabase);
  const nothing = { byNetwork: new Map<string, number>(), before: new Map<string, number>() };
  const tally = ofDatabase.get(kind) ?? { ...nothing, startedAt: now, countedAt: -Infinity, stored: 0, counting: null };
  ofDatabase.set(kind, tally);
  const age = now - tally.startedAt;
  const length = unprovenKinds[kind].days * 86_400_000;
  if (age >= length)
    Object.assign(tally, {
      startedAt: now,
      before: age < 2 * length ? tally.byNetwork : new Map(),
      byNetwork: new Map(),
    });
  return tally;
}

async function count({ db }: Pick<Quota, "db">, kind: Kind, tally: Tally, now: number): Promise<void> {
  try {
    tally.stored = await unprovenKinds[kind].stored(db.orm, new Date(now));
    tally.countedAt = now;
  } finally {
    tally.counting = null;
  }
}
