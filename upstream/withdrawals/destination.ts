import { and, eq, isNull, min, ne, not, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { FieldError } from "../../contract/values/problem.ts";
import { isYoungAtFreeze } from "../accounts/security/freeze-in-force.ts";
import type { Orm } from "../db/database.ts";
import type { asset } from "../db/schema/market.ts";
import { order } from "../db/schema/orders.ts";
import { savedAddress } from "../db/schema/saved-addresses.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { unpayableDestinations } from "../payouts/own-addresses/own-addresses.ts";
import { type PayoutRule, policyRow, walletRule } from "../payouts/rules/payout-policy.ts";
import type { Context } from "../ports/context.ts";
import { whyUnpayable } from "../shared/rules/addresses/unpayable.ts";
import { normalAccount, readAccount, readMemo } from "../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { type AddressesOnly, allowsSavedOnly } from "./rules/addresses-only.ts";

type AssetRow = typeof asset.$inferSelect;
export type TypedDestination = { addressId: string | null; account: string | null; memo: string | null };
/** `usableAt`: when money may leave for it; `rule`: what the policy of payouts asks for it. */
export type Destination = { account: string; memo: string | null; usableAt: Date; isNew: boolean; rule: PayoutRule };
type Owner = AddressesOnly & { id: string };

/**
 * Where a withdrawal goes. An address may be used a day after it was saved, or first withdrawn to; any other after that
 * time from now. Refuses an invalid address, and one that is not saved while the member allows only those.
 */
export async function readDestination(
  ctx: Pick<Context, "db" | "policy" | "rails">,
  owner: Owner,
  to: AssetRow,
  typed: TypedDestination,
  now: Date,
): Promise<Destination | Refusal> {
  const destination = typed.addressId
    ? await savedDestination(ctx.db.orm, owner.id, to, typed.addressId)
    : typedDestination(to, typed);
  if (isRefusal(destination)) return destination;
  const unpayable = await unpayableFault(ctx, to, destination.account, typed.addressId ? "/address_id" : "/account");
  if (unpayable) return refuseFields(unpayable);
  const saved = await savedAt(ctx.db.orm, owner.id, to, destination);
  if (saved === null && allowsSavedOnly(owner, now)) return refuse("address_not_whitelisted");
  const since = earlier(saved, await firstUsed(ctx, owner.id, to, destination));
  const waitMs = ctx.policy.withdrawals.newAddressSeconds * 1000;
  const usableAt = new Date((since ?? now).getTime() + waitMs);
  const rule = walletRule(usableAt > now ? "new" : "trusted");
  const isNew = policyRow(rule).wait === "new_account";
  return { ...destination, usableAt: isNew ? usableAt : now, isNew, rule };
}

/** Of saved addresses too: they may have been saved before they were judged, or become ours since. */
async function unpayableFault(
  ctx: Pick<Context, "db" | "rails">,
  { network }: AssetRow,
  account: string,
  pointer: string,
): Promise<FieldError | undefined> {
  const why = network === null ? null : whyUnpayable(network, account);
  if (why) return { pointer, code: why, meta: { network: network ?? "" } };
  const [fault] = await unpayableDestinations(ctx, ctx.db.orm, [{ pointer, network, account }]);
  return fault;
}

type PayoutAddress = { account: string; memo: string | null };

async function savedDestination(reader: Pick<Orm, "select">, memberId: string, to: AssetRow, id: string) {
  const isThisAddress = and(
    eq(savedAddress.id, id),
    eq(savedAddress.memberId, memberId),
    eq(savedAddress.asset, to.id),
  );
  const [row] = await reader.select().from(savedAddress).where(isThisAddress);
  return row ? { account: row.account, memo: row.memo } : refuseFields({ pointer: "/address_id", code: "invalid" });
}

function typedDestination(to: AssetRow, typed: TypedDestination): PayoutAddress | Refusal {
  const account = readAccount("/account", to, typed.account ?? "");
  const memo = to.needsMemo && typed.memo ? readMemo("/memo", typed.memo) : null;
  if (typeof account === "string" && (typeof memo === "string" || memo === null)) return { account, memo };
  return refuseFields(...[account, memo].filter((reading) => typeof reading === "object" && reading !== null));
}

async function savedAt(reader: Pick<Orm, "select">, memberId: string, to: AssetRow, { account, memo }: PayoutAddress) {
  const [row] = await reader
    .select({ at: savedAddress.createdAt })
    .from(savedAddress)
    .where(
      and(
        eq(savedAddress.memberId, memberId),
        eq(savedAddress.asset, to.id),
        isSameAccount(savedAddress.account, to, account),
        memo === null ? isNull(savedAddress.memo) : eq(savedAddress.memo, memo),
      ),
    );
  return row?.at ?? null;
}

/** Other assets of the member that are saved with this account: the same characters on another chain. */
export async function savedForOthers(
  reader: Pick<Orm, "selectDistinct">,
  memberId: string,
  { asset, account }: { asset: string; account: string },
): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ asset: savedAddress.asset })
    .from(savedAddress)
    .where(and(eq(savedAddress.memberId, memberId), eq(savedAddress.account, account), ne(savedAddress.asset, asset)));
  return rows.map((row) => row.asset).sort();
}

/**
 * The first time money of the member's wallets went there, with a code, and arrived. As for saved addresses, the days before a freeze that
 * it looks back over do not count: whoever asked may not have been the owner.
 */
async function firstUsed(
  { db: { orm }, policy }: Pick<Context, "db" | "policy">,
  memberId: string,
  to: AssetRow,
  destination: PayoutAddress,
): Promise<Date | null> {
  const isOld = (at: AnyPgColumn) => not(isYoungAtFreeze(orm, memberId, at, policy.withdrawals.freezeLookBackSeconds));
  return earlier(
    await firstWithdrawn(orm, memberId, to, destination, isOld),
    await firstPaidOut(orm, memberId, to, destination, isOld),
  );
}

async function firstPaidOut(
  reader: Pick<Orm, "select">,
  memberId: string,
  to: AssetRow,
  { account, memo }: PayoutAddress,
  isOld: (at: AnyPgColumn) => SQL,
) {
  const [row] = await reader
    .select({ at: min(order.walletPaidAt) })
    .from(order)
    .where(
      and(
        ...[eq(order.ownerId, memberId), eq(order.toAsset, to.id), isSameAccount(order.payoutAccount, to, account)],
        memo === null ? isNull(order.payoutMemo) : eq(order.payoutMemo, memo),
        ...[eq(order.status, "completed"), isOld(order.walletPaidAt)],
      ),
    );
  return row?.at ?? null;
}

async function firstWithdrawn(
  reader: Pick<Orm, "select">,
  memberId: string,
  to: AssetRow,
  { account, memo }: PayoutAddress,
  isOld: (at: AnyPgColumn) => SQL,
) {
  const [row] = await reader
    .select({ at: min(withdrawal.createdAt) })
    .from(withdrawal)
    .where(
      and(
        eq(withdrawal.memberId, memberId),
        eq(withdrawal.asset, to.id),
        isSameAccount(withdrawal.account, to, account),
        memo === null ? isNull(withdrawal.memo) : eq(withdrawal.memo, memo),
        ...[eq(withdrawal.status, "completed"), isOld(withdrawal.createdAt)],
      ),
    );
  return row?.at ?? null;
}

/** In its normal form: rows from before that was stored have an email as it was typed. */
function isSameAccount(column: AnyPgColumn, to: AssetRow, account: string) {
  return to.kind === "ewallet" ? eq(sql`lower(${column})`, normalAccount(to, account)) : eq(column, account);
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
