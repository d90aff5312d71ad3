import { createHmac } from "node:crypto";
import { networksOf } from "../../../contract/networks/networks.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { newestOf } from "../../shared/secrets.ts";
import type { Database } from "../database.ts";
import { type RoomKeys, takenUnits, takeUnits } from "../sql/room-statements.ts";
import { unprovenKinds } from "./kinds.ts";

type Kind = keyof typeof unprovenKinds;
type Quota = { db: Database; env: { UNPROVEN_MB: number; ORDER_LINK_SECRETS: readonly string[] } };

/** Units: what was stored when it was counted, what all networks together had taken by then, and what each was refused since. */
type Tally = {
  countedAt: number;
  period: number;
  stored: number;
  takenThen: number;
  refused: Map<string, number>;
  counting: Promise<void> | null;
};

/** What is stored is counted again after so long; what all processes have added since is known. */
const countedForMs = 10_000;
const dayMs = 86_400_000;
/** So large that a quota of a terabyte is a number of the database. */
const unitBytes = 500;
const unitsOfMegabyte = 1_000_000 / unitBytes;
const retryAfterSeconds = 3600;

const tallies = new WeakMap<Database, Map<Kind, Tally>>();

/**
 * Room for something that somebody leaves here who has proven nothing: undefined, or `too_many_requests`. All of a kind together stay
 * below UNPROVEN_MB, and one network below a fifth of what the others leave, so that something is left for the next network. What a
 * network has taken is counted in the database, for all processes, and forgotten once such rows are deleted. Asked right before it is
 * stored. `address`: where the call comes from; `bytes`: where they are known.
 */
export async function takeRoom(
  ctx: Quota,
  kind: Kind,
  { address, bytes = unprovenKinds[kind].bytes, now: at }: { address: string | null; bytes?: number; now: Date },
): Promise<Refusal | undefined> {
  const now = at.getTime();
  const lengthMs = unprovenKinds[kind].days * dayMs;
  const period = Math.floor(now / lengthMs);
  const tally = tallyOf(ctx.db, kind);
  if (tally.period !== period || Math.abs(now - tally.countedAt) > countedForMs) {
    tally.counting ??= count(ctx, kind, tally, now, period);
    await tally.counting;
  }
  const { above } = networksOf(address);
  const units = Math.ceil(bytes / unitBytes);
  // Until it is counted again nothing becomes free, so that a flood costs no statements.
  if (units >= (tally.refused.get(above) ?? Number.POSITIVE_INFINITY)) return full();
  const { stored, takenThen } = tally;
  const quota = ctx.env.UNPROVEN_MB * unitsOfMegabyte;
  const expiresAt = new Date((period + 2) * lengthMs);
  const keys = keysOf(ctx.env.ORDER_LINK_SECRETS, kind, above, period);
  if (await takeUnits(ctx.db.orm, keys, { units, quota, stored, takenThen, expiresAt })) return undefined;
  tally.refused.set(above, units);
  return full();
}

const full = () => refuse("too_many_requests", { extra: { retry_after_seconds: retryAfterSeconds } });
const allKey = (kind: Kind, period: number) => `room:${kind}:${period}`;

/** Networks as keyed hashes: such rows stay for up to two months. */
function keysOf(secrets: readonly string[], kind: Kind, network: string, period: number): RoomKeys {
  const hash = createHmac("sha256", newestOf(secrets)).update(`room:${network}`).digest("base64url").slice(0, 22);
  const keyAt = (time: number) => `${allKey(kind, time)}:${hash}`;
  return { all: allKey(kind, period), network: keyAt(period), networkBefore: keyAt(period - 1) };
}

function tallyOf(db: Database, kind: Kind): Tally {
  const ofDatabase = tallies.get(db) ?? new Map<Kind, Tally>();
  tallies.set(db, ofDatabase);
  const nothing = { countedAt: -Infinity, period: -1, stored: 0, takenThen: 0, refused: new Map(), counting: null };
  const tally = ofDatabase.get(kind) ?? nothing;
  ofDatabase.set(kind, tally);
  return tally;
}

async function count({ db }: Pick<Quota, "db">, kind: Kind, tally: Tally, now: number, period: number): Promise<void> {
  try {
    // First: what is taken meanwhile is rather counted twice than not at all.
    tally.takenThen = await takenUnits(db.orm, allKey(kind, period));
    tally.stored = Math.ceil((await unprovenKinds[kind].stored(db.orm, new Date(now))) / unitBytes);
    Object.assign(tally, { countedAt: now, period });
    tally.refused.clear();
  } finally {
    tally.counting = null;
  }
}
