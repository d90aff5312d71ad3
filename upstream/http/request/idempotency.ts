import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { and, eq, lte } from "drizzle-orm";
import { idempotencyKey } from "../../db/schema/service.ts";
import { insertKey, saveReply } from "../../db/sql/idempotency-statements.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

/**
 * An idempotency key, its owner and the request. `actor` is the authenticated party, such as the order whose token was
 * sent.
 */
type KeyedRequest = { clientId: string; actor: string; endpoint: string; key: string | null; body: unknown };
export type StoredResponse = { status: number; text: string };

const maxKeyLength = 255;
const keptSeconds = 24 * 60 * 60;
/** A request older than this has died with its process; the handlers are idempotent. */
export const leaseSeconds = 5;
/** How long a duplicate waits for the answer of another process, and how soon it polls first. */
const waitMs = 1500;
const firstPollMs = 25;
/** How long a failed request waits until its key is free again. */
const releaseMs = 500;

type Work = () => Promise<StoredResponse | Refusal>;
type KeyedResult = (StoredResponse & { isReplay: boolean }) | Refusal;

export type IdempotencyKeys = {
  /** Runs `work` once per key and answers every duplicate with the same bytes. */
  runOnce(request: KeyedRequest, work: Work): Promise<KeyedResult>;
};

/**
 * The keys in use by this process; the database shares them between processes and restarts. Only successes are stored:
 * a refusal changed nothing and may succeed later. See docs/decisions/031.
 */
export function idempotencyKeys(ctx: Pick<Context, "db" | "clock">): IdempotencyKeys {
  const running = new Map<string, Promise<KeyedResult>>();

  return {
    async runOnce(request, work) {
      if (request.key === null || request.key === "") return refuse("idempotency_key_required");
      if (request.key.length > maxKeyLength) return refuse("bad_request");
      const slot = slotFor(request, request.key);
      const name = JSON.stringify([slot.scope, slot.key, slot.bodyHash]);
      for (let first = running.get(name); first; first = running.get(name)) {
        const reply = await first.catch(() => null);
        if (reply && !isRefusal(reply)) return { ...reply, isReplay: true };
      }
      const claim = claimAndWork(ctx, slot, work);
      running.set(name, claim);
      return claim.finally(() => running.delete(name));
    },
  };
}

async function claimAndWork(ctx: Pick<Context, "db" | "clock">, slot: Slot, work: Work): Promise<KeyedResult> {
  const claim = await claimOrWait(ctx, slot);
  if (isRefusal(claim)) return claim;
  if (claim.reply) return { ...claim.reply, isReplay: true };
  try {
    const reply = await work();
    if (isRefusal(reply)) await claim.release();
    else await claim.keep(reply);
    return isRefusal(reply) ? reply : { ...reply, isReplay: false };
  } catch (error) {
    await tryToRelease(claim);
    throw error;
  }
}

/** Deletes keys older than a day. */
export async function deleteExpiredKeys({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  await db.orm.delete(idempotencyKey).where(lte(idempotencyKey.expiresAt, clock.now()));
}

type Slot = { scope: string; key: string; bodyHash: string };
type Claim =
  | { reply: StoredResponse }
  | { reply: null; keep(reply: StoredResponse): Promise<void>; release(): Promise<void> };

function slotFor(request: KeyedRequest, key: string): Slot {
  const scope = JSON.stringify([request.endpoint, request.clientId, request.actor]);
  return { scope: sha256(scope), key, bodyHash: sha256(JSON.stringify(request.body)) };
}

async function claimOrWait(ctx: Pick<Context, "db" | "clock">, slot: Slot): Promise<Claim | Refusal> {
  const startedMs = performance.now();
  for (let pauseMs = firstPollMs; ; pauseMs *= 2) {
    const claim = await claimOnce(ctx, slot);
    const isBusy = isRefusal(claim) && claim.refused === "request_in_progress";
    if (!isBusy || performance.now() + pauseMs - startedMs > waitMs) return claim;
    await wait(pauseMs);
  }
}

async function claimOnce({ db, clock }: Pick<Context, "db" | "clock">, slot: Slot): Promise<Claim | Refusal> {
  const startedAt = clock.now();
  const fresh = { ...slot, status: null, reply: null, startedAt, expiresAt: later(startedAt, keptSeconds) };
  const newClaim = {
    reply: null,
    keep: (reply: StoredResponse) => saveReply(db.orm, { ...slot, startedAt }, reply),
    release: async () => {
      await db.orm.delete(idempotencyKey).where(rowOf(slot, startedAt));
    },
  };
  const isFirst = await insertKey(db.orm, fresh).catch(async (error: unknown) => {
    // It may have been inserted all the same.
    await tryToRelease(newClaim);
    throw error;
  });
  if (isFirst) return newClaim;

  const { scope, key } = slot;
  const [row] = await db.orm
    .select()
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.scope, scope), eq(idempotencyKey.key, key)));
  if (!row) return stillRunning;
  const isOver = row.expiresAt <= startedAt;
  if (!isOver && row.bodyHash !== slot.bodyHash) return refuse("idempotency_key_reused");
  if (!isOver && row.status !== null && row.reply !== null) {
    await db.confirmCommits();
    return { reply: { status: row.status, text: row.reply } };
  }
  if (!isOver && later(row.startedAt, leaseSeconds) > startedAt) return stillRunning;
  const claimed = await db.orm.update(idempotencyKey).set(fresh).where(rowOf(slot, row.startedAt)).returning();
  return claimed.length > 0 ? newClaim : stillRunning;
}

/** The claim is a lease: a database that is down must not delay the answer a second time. */
async function tryToRelease(claim: { release(): Promise<void> }): Promise<void> {
  await withTimeout(claim.release(), releaseMs, undefined).catch(() => {});
}

const stillRunning = refuse("request_in_progress", { extra: { retry_after_seconds: 1 } });

/** The row, if it still belongs to this attempt: one that lost it to a later request changes nothing. */
function rowOf({ scope, key }: Slot, startedAt: Date) {
  return and(eq(idempotencyKey.scope, scope), eq(idempotencyKey.key, key), eq(idempotencyKey.startedAt, startedAt));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
const later = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000);
