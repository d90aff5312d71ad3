import { networkOf } from "../../../upstream/rails/sandbox/network.ts";
import type { Arrival } from "./attribution-model.ts";
import type { Member } from "./members.ts";
import { addressOf } from "./wallet-addresses.ts";

type Who = { name: number; owner: Member | null; came: Arrival | null };

/** Where a customer is paid: an account that nobody else uses. */
export function accountOf({ name }: Pick<Who, "name">, asset: string): string {
  return networkOf(asset) === "paypal" ? `payee${name}@example.com` : addressOf(asset, `customer ${name}`);
}

/** A partner's customer who is the partner: by an address that the partner has saved, or else by the mailbox. */
export function orderAccounts({ name, owner, came }: Who, asset: string): { payout: string; email: string } {
  const usual = { payout: accountOf({ name }, asset), email: owner?.email ?? `customer${name}@example.com` };
  const partner = came?.isOwnOf?.member;
  if (!partner) return usual;
  const isSaved = name % 3 > 0 && partner.saved.has(asset);
  if (isSaved) return { ...usual, payout: addressOf(asset, `saved ${partner.number}`) };
  return { ...usual, email: partner.email.replace("@", "+shop@") };
}

/** Whether it is an account of this customer, for any asset. */
export const hasAccount = ({ name, input }: Pick<Who, "name"> & { input: { to: string } }, account: string): boolean =>
  account === accountOf({ name }, input.to);
