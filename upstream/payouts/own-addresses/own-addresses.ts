import { and, eq, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { FieldError } from "../../../contract/values/problem.ts";
import type { Orm } from "../../db/database.ts";
import { order, outgoing, walletAddress } from "../../db/schema/index.ts";
import type { Context } from "../../ports/context.ts";
import { spellingsOf } from "../../shared/rules/addresses/address.ts";
import { whyUnpayable } from "../../shared/rules/addresses/unpayable.ts";

type Rails = Pick<Context, "rails">;
type Reader = Pick<Orm, "select">;
/**
 * `given_out`: somebody was asked to pay there. `pays_out`: we send from there. `issued`: a rail has it for us, and nobody was
 * shown it yet.
 */
export type OwnRole = "given_out" | "pays_out" | "issued";

/**
 * Which of these addresses are ours, in any role: of orders and wallets, also ended, closed and replaced ones, and the accounts
 * that we send from, now or before, those at an e-wallet too. Nothing but the address is read: whose it is cannot be told from here.
 */
export async function ownAddresses(
  { rails }: Rails,
  reader: Reader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, OwnRole>> {
  const asked = ["", ...addresses];
  const rows = await unionAll(
    reader
      .select({ address: sql<string>`${order.payinAddress}`, role: roleOf(order.payinMethod) })
      .from(order)
      .where(inArray(order.payinAddress, asked)),
    reader
      .select({ address: walletAddress.address, role: sql<OwnRole>`'given_out'` })
      .from(walletAddress)
      .where(inArray(walletAddress.address, asked)),
    // Where money was swept to, also before the address that we send from was changed.
    reader
      .select({ address: outgoing.account, role: sql<OwnRole>`'pays_out'` })
      .from(outgoing)
      .where(and(eq(outgoing.kind, "sweep"), inArray(outgoing.account, asked))),
  );
  const { ours } = rails.accounts();
  const paying = asked.filter((address) => ours.includes(address.toLowerCase()));
  const addressRoles = [...rows, ...paying.map((address) => ({ address, role: "pays_out" as const }))];
  // An address with several roles is told by the one that matters most to whoever asks.
  const byWeight = addressRoles.sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
  return new Map(byWeight.filter(({ address }) => asked.includes(address)).map(({ address, role }) => [address, role]));
}

const roles: readonly OwnRole[] = ["issued", "pays_out", "given_out"];
const roleOf = (method: typeof order.payinMethod) =>
  sql<OwnRole>`case when ${method} is null then 'issued' else 'given_out' end`;

/** A destination that was typed, and where in the request. `account` is null where none was asked; `network` for an e-wallet's. */
type TypedDestination = { pointer: string; network: string | null; account: string | null };

/**
 * The destinations that are accounts of ours, or contracts of the tokens that our rails move, as errors of their fields. Form and
 * checksum are judged before. An e-wallet's are compared without a statement: a whole order has few of them.
 */
export async function unpayableDestinations(
  ctx: Rails,
  reader: Reader,
  destinations: readonly TypedDestination[],
): Promise<FieldError[]> {
  const { ours, contracts } = ctx.rails.accounts();
  const addresses = destinations.flatMap(({ network, account }) => (network === null ? [] : (account ?? [])));
  const rolesByAddress = addresses.length === 0 ? null : await ownAddresses(ctx, reader, addresses);
  return destinations.flatMap(({ pointer, network, account }): FieldError[] => {
    if (account === null) return [];
    const isListed = (list: readonly string[]) => list.includes(account.toLowerCase());
    if (network === null) return isListed(ours) ? [{ pointer, code: "account_own" }] : [];
    if (isListed(contracts)) return [{ pointer, code: "address_token", meta: { network } }];
    return rolesByAddress?.has(account) ? [{ pointer, code: "address_own", meta: { network } }] : [];
  });
}

/**
 * Whether money must never be sent to an account, whoever has asked for it and however it was stored: an account of our own,
 * a token's contract, or an address that nobody has the key of. `network`: that of its asset, null for an e-wallet's.
 */
export async function isUnpayable(
  ctx: Rails,
  reader: Reader,
  network: string | null,
  account: string,
): Promise<boolean> {
  const spellings = network === null ? [account] : [account, ...spellingsOf(account)];
  if (network !== null && spellings.some((spelling) => whyUnpayable(network, spelling) !== null)) return true;
  const destinations = spellings.map((spelling) => ({ pointer: "", network, account: spelling }));
  return (await unpayableDestinations(ctx, reader, destinations)).length > 0;
}
