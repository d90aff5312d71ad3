import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { savedAddress } from "../../db/schema/saved-addresses.ts";
import { readAccount, readMemo } from "../../domain/fields/asked-fields.ts";
import { type Refusal, refuse, refuseFields } from "../../domain/refusal.ts";
import { refusedWhileFrozen } from "../security/freeze-in-force.ts";
import { lockMember } from "../sign-in/sessions.ts";

export type SavedAddressRow = typeof savedAddress.$inferSelect;
type AddressInput = { asset: string; label: string; account: string; memo: string | null };

const maxAddresses = 100;
const maxLabelLength = 60;

/** The member's saved addresses, of one asset if given, by label. */
export async function addressesOf(
  { db }: Pick<Context, "db">,
  memberId: string,
  assetId?: string,
): Promise<SavedAddressRow[]> {
  const own = eq(savedAddress.memberId, memberId);
  return db.orm
    .select()
    .from(savedAddress)
    .where(assetId === undefined ? own : and(own, eq(savedAddress.asset, assetId)))
    .orderBy(asc(savedAddress.label), asc(savedAddress.id));
}

/** Validated as in an order. Saving the same account again renames the existing entry. */
export async function saveAddress(
  ctx: Pick<Context, "db" | "ids" | "market">,
  memberId: string,
  input: AddressInput,
  now: Date,
): Promise<SavedAddressRow | Refusal> {
  const { assets } = await ctx.market.terms();
  const asset = assets.find(({ id }) => id === input.asset);
  if (!asset) return refuseFields({ pointer: "/asset", code: input.asset === "" ? "required" : "invalid" });
  const account = readAccount("/account", asset, input.account);
  const memo = asset.needsMemo && input.memo ? readMemo("/memo", input.memo) : null;
  const label = readLabel(input.label);
  const faults = [account, memo, label].flatMap((reading) => (typeof reading === "object" && reading ? [reading] : []));
  if (typeof account !== "string" || typeof label !== "string" || faults.length > 0) return refuseFields(...faults);
  const [known] = await ctx.db.orm
    .select({ rows: count() })
    .from(savedAddress)
    .where(eq(savedAddress.memberId, memberId));
  if ((known?.rows ?? 0) >= maxAddresses) return refuseFields({ pointer: "/account", code: "too_many" });
  const row = { memberId, asset: asset.id, account, memo: typeof memo === "string" ? memo : null, label };
  return ctx.db.transaction(async (tx) => {
    // Closed meanwhile: its saved addresses are deleted.
    if (!(await lockMember(tx, memberId))) return refuse("unauthenticated");
    const frozen = await refusedWhileFrozen(tx, memberId, now);
    if (frozen) return frozen;
    const same = and(
      eq(savedAddress.memberId, memberId),
      eq(savedAddress.asset, row.asset),
      eq(savedAddress.account, row.account),
    );
    // A place is an account with its memo: with another memo it is a new one, and waits as such.
    const since = sql`case when ${savedAddress.memo} is distinct from ${row.memo}::text then ${now} else ${savedAddress.createdAt} end`;
    const [renamed] = await tx
      .update(savedAddress)
      .set({ label, memo: row.memo, createdAt: since })
      .where(same)
      .returning();
    if (renamed) return renamed;
    const [made] = await tx
      .insert(savedAddress)
      .values({ ...row, id: ctx.ids.newId("adr"), createdAt: now })
      .onConflictDoNothing()
      .returning();
    return made ?? refuse("request_in_progress", { extra: { retry_after_seconds: 1 } });
  });
}

/** `not_found` for another member's address as for an unknown one. */
export async function removeAddress(
  { db }: Pick<Context, "db">,
  memberId: string,
  id: string,
): Promise<Refusal | undefined> {
  const removed = await db.orm
    .delete(savedAddress)
    .where(and(eq(savedAddress.id, id), eq(savedAddress.memberId, memberId)))
    .returning({ id: savedAddress.id });
  return removed.length > 0 ? undefined : refuse("not_found");
}

function readLabel(typed: string) {
  const label = typed.replace(/\s+/gu, " ");
  if (label === "") return { pointer: "/label", code: "required" } as const;
  if (label.length > maxLabelLength) {
    return { pointer: "/label", code: "too_long", meta: { max: String(maxLabelLength) } } as const;
  }
  return /\p{C}/u.test(label) ? ({ pointer: "/label", code: "invalid" } as const) : label;
}
