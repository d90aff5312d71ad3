import { and, asc, eq } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { savedAddress } from "../../db/schema/saved-addresses.ts";
import { unpayableDestinations } from "../../payouts/own-addresses/own-addresses.ts";
import type { Context } from "../../ports/context.ts";
import { normalAccount, readAccount, readMemo } from "../../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import type { NamedAddress } from "../effects/account-changes.ts";
import type { SavedAddressRow } from "../effects/account-writes.ts";
import { labelSkeleton } from "../rules/label-skeleton.ts";

export type AddressInput = { asset: string; label: string; account: string; memo: string | null };
/** `existing`: the entry with this account and memo, which a save renames; it keeps its age. */
export type AddressPlan = { address: NamedAddress; existing: SavedAddressRow | null };

const maxAddresses = 100;
const maxLabelLength = 60;

/** The member's saved accounts and addresses, of one asset if given, by label. */
export async function addressesOf(
  reader: Pick<Orm, "select">,
  memberId: string,
  assetId?: string,
): Promise<SavedAddressRow[]> {
  const ofMember = eq(savedAddress.memberId, memberId);
  return reader
    .select()
    .from(savedAddress)
    .where(assetId === undefined ? ofMember : and(ofMember, eq(savedAddress.asset, assetId)))
    .orderBy(asc(savedAddress.label), asc(savedAddress.id));
}

/** Validated as in an order, with every invalid field at once. */
async function readAddress(
  ctx: Pick<Context, "db" | "market" | "rails">,
  input: AddressInput,
): Promise<NamedAddress | Refusal> {
  const { assets } = await ctx.market.terms();
  const asset = assets.find(({ id }) => id === input.asset);
  if (!asset) return refuseFields({ pointer: "/asset", code: input.asset === "" ? "required" : "invalid" });
  const account = readAccount("/account", asset, input.account);
  const memo = asset.needsMemo && input.memo ? readMemo("/memo", input.memo) : null;
  const label = readLabel(input.label);
  const typedAccount = typeof account === "string" ? account : null;
  const faults = [
    ...[account, memo, label].flatMap((reading) => (typeof reading === "object" && reading ? [reading] : [])),
    ...(await unpayableDestinations(ctx, ctx.db.orm, [
      { pointer: "/account", network: asset.network, account: typedAccount },
    ])),
  ];
  if (typeof account !== "string" || typeof label !== "string" || faults.length > 0) return refuseFields(...faults);
  const normal = normalAccount(asset, account);
  return { asset: asset.id, account: normal, memo: typeof memo === "string" ? memo : null, label };
}

/**
 * Whether an address may be saved under its label, and whether it is there already. Two entries of a member never look alike:
 * a label that another one has is refused. Under the lock of the account, or before it for an early answer.
 */
export async function planAddress(
  reader: Pick<Orm, "select">,
  memberId: string,
  address: NamedAddress,
): Promise<AddressPlan | Refusal> {
  const saved = await addressesOf(reader, memberId);
  const existing = saved.find((row) => isSameAddress(row, address)) ?? null;
  const skeleton = labelSkeleton(address.label);
  const isTaken = saved.some((row) => row !== existing && labelSkeleton(row.label) === skeleton);
  if (isTaken) return refuseFields({ pointer: "/label", code: "label_taken" });
  if (!existing && saved.length >= maxAddresses) return refuseFields({ pointer: "/account", code: "too_many" });
  return { address, existing };
}

export async function readPlan(
  ctx: Pick<Context, "db" | "market" | "rails">,
  memberId: string,
  input: AddressInput,
): Promise<AddressPlan | Refusal> {
  const address = await readAddress(ctx, input);
  return isRefusal(address) ? address : planAddress(ctx.db.orm, memberId, address);
}

/** An address is an account with its memo: with another memo it is a new one, and waits as such. */
const isSameAddress = (row: SavedAddressRow, { asset, account, memo }: NamedAddress) =>
  row.asset === asset && row.memo === memo && inNormalForm(row.account) === account;

/** Rows from before accounts were stored in their normal form; no address of a network has an @. */
const inNormalForm = (account: string) => (account.includes("@") ? account.toLowerCase() : account);

function readLabel(typed: string) {
  const label = typed.normalize("NFC").replace(/\s+/gu, " ").trim();
  if (label === "") return { pointer: "/label", code: "required" } as const;
  if (label.length > maxLabelLength) {
    return { pointer: "/label", code: "too_long", meta: { max: String(maxLabelLength) } } as const;
  }
  return /[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(label)
    ? ({ pointer: "/label", code: "invalid" } as const)
    : label;
}
