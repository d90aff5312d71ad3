import { count, eq, isNull, sql } from "drizzle-orm";
import { parseAmount } from "../../../contract/values/decimal.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { reserveRequest } from "../../db/schema/service.ts";
import { takeRoom } from "../../db/unproven/room.ts";
import { amountError } from "../../market/rules/limits.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";

/** More open requests than this from one address are ignored. */
const maxPerAddress = 5;

/** `memberEmail`: the address of the session's member; null without a session. */
type ReserveRequest = {
  pair: string;
  amount: string;
  email: string;
  memberEmail: string | null;
  /** Where the call comes from. */
  address: string | null;
};

/**
 * Stores a request to be notified once when a pair's reserve covers an amount. A repeated request updates the amount.
 * Refuses invalid input; any valid request gets the same answer, so that nobody learns about other customers.
 */
export async function requestReserve(
  ctx: Pick<Context, "db" | "env" | "ids" | "market">,
  request: ReserveRequest,
  language: Lang,
  now: Date,
): Promise<Refusal | undefined> {
  const pair = (await ctx.market.snapshot()).pairs.get(request.pair);
  if (!pair || pair.row.status === "hidden") return refuseFields({ pointer: "/pair", code: "pair_unknown" });
  const { decimals } = pair.to;
  const amount = parseAmount(request.amount, decimals);
  const email = readEmail(request.email);
  const wrong = [
    ...(typeof amount === "bigint" ? [] : [amountError("/amount", amount, decimals)]),
    ...(email ? [] : [{ pointer: "/email", code: request.email === "" ? "required" : "email_format" } as const]),
  ];
  if (typeof amount !== "bigint" || !email) return refuseFields(...wrong);

  const isMembers = request.memberEmail?.toLowerCase() === email.toLowerCase();
  const full = isMembers ? undefined : await takeRoom(ctx, "reserveRequests", { address: request.address, now });
  if (full) return full;
  await ctx.db.transaction(async (tx) => {
    const isOfAddress = eq(sql`lower(${reserveRequest.email})`, email.toLowerCase());
    const [earlierRequests] = await tx.select({ rows: count() }).from(reserveRequest).where(isOfAddress);
    const row = { pairId: pair.row.id, amount, email, language, isMembers, askedAt: now };
    const changed = await tx
      .update(reserveRequest)
      .set({ amount, language, isMembers, askedAt: now })
      .where(sql`${isOfAddress} and ${reserveRequest.pairId} = ${pair.row.id} and ${isNull(reserveRequest.toldAt)}`)
      .returning({ id: reserveRequest.id });
    if (changed.length > 0 || (earlierRequests?.rows ?? 0) >= maxPerAddress) return;
    // Of two concurrent requests the second finds the row of the first.
    await tx
      .insert(reserveRequest)
      .values({ ...row, id: ctx.ids.newId("rr") })
      .onConflictDoNothing();
  });
  return undefined;
}

/** Unsubscribes the address of this request from all reserve notifications and deletes it. */
export async function stopReserveEmails(ctx: Pick<Context, "db">, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(reserveRequest).where(eq(reserveRequest.id, id));
    if (!row) return;
    await tx.delete(reserveRequest).where(eq(sql`lower(${reserveRequest.email})`, row.email.toLowerCase()));
  });
}
