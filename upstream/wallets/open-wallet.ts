import { and, count, eq, isNull } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { wallet, walletAddress } from "../db/schema/wallets.ts";
import type { Context } from "../ports/context.ts";
import type { DepositInstruction, DepositRail } from "../ports/deposit-rail.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { depositAsset } from "./deposit-assets.ts";

/** Addresses of a wallet at most, since each is watched for ever. */
const maxAddresses = 20;

type WalletRequest = { memberId: string; asset: string; newAddress: boolean };

/**
 * Opens a member's wallet with a deposit address, or gives the one there is another address where that is asked. The
 * address is asked of the rail before the transaction; of two requests at once the first one's address stays. Refuses
 * an asset that wallets cannot hold, `gateway_unavailable`, and too many addresses.
 */
export async function openWallet(
  ctx: Pick<Context, "db" | "ids" | "market" | "rails">,
  { memberId, asset, newAddress }: WalletRequest,
  now: Date,
): Promise<Refusal | undefined> {
  const held = await depositAsset(ctx, asset);
  if (!held) return refuseFields({ pointer: "/asset", code: "not_allowed" });
  const before = await currentAddress(ctx.db.orm, memberId, asset);
  if (before && !newAddress) return undefined;
  const key = ctx.ids.newId("wa");
  const instruction = await issue(held.rail, key, asset);
  if (isRefusal(instruction)) return instruction;
  return ctx.db.transaction(async (tx) => {
    if (!(await lockOpenMember(tx, memberId))) return refuse("not_found");
    await tx.insert(wallet).values({ memberId, asset, createdAt: now }).onConflictDoNothing();
    const current = await currentAddress(tx, memberId, asset);
    if (current && current.id !== before?.id) return undefined;
    const ofWallet = and(eq(walletAddress.memberId, memberId), eq(walletAddress.asset, asset));
    const [counted] = await tx.select({ addresses: count() }).from(walletAddress).where(ofWallet);
    if (counted && counted.addresses >= maxAddresses)
      return refuseFields({ pointer: "/new_address", code: "too_many", meta: { max: String(maxAddresses) } });
    await tx
      .update(walletAddress)
      .set({ replacedAt: now })
      .where(and(ofWallet, isNull(walletAddress.replacedAt)));
    await tx
      .insert(walletAddress)
      .values({ id: key, memberId, asset, rail: held.rail.id, ...instruction, issuedAt: now });
    return undefined;
  });
}

/** Whoever opens a wallet or closes the account waits here for the other. False for a closed account. */
async function lockOpenMember(tx: Tx, memberId: string): Promise<boolean> {
  const [row] = await tx.select().from(member).where(eq(member.id, memberId)).for("no key update");
  return row !== undefined && row.closedAt === null;
}

async function currentAddress(reader: Pick<Tx, "select">, memberId: string, asset: string) {
  const ofWallet = and(eq(walletAddress.memberId, memberId), eq(walletAddress.asset, asset));
  const [row] = await reader
    .select()
    .from(walletAddress)
    .where(and(ofWallet, isNull(walletAddress.replacedAt)));
  return row;
}

async function issue(rail: DepositRail, key: string, asset: string): Promise<DepositInstruction | Refusal> {
  try {
    return await rail.issue({ key, asset });
  } catch (error) {
    if (error instanceof RailUnavailable) return refuse("gateway_unavailable");
    throw error;
  }
}
