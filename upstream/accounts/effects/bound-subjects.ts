import { hashed } from "../../shared/secrets.ts";
import type { AccountEffect } from "../rules/account-effects.ts";
import type { AccountChanges, NamedAddress } from "./account-changes.ts";

/** What a code to save or rename an address confirms: this account with its memo, of this asset, under this name. */
export function addressSubject(memberId: string, { asset, account, memo, label }: NamedAddress): string {
  return `address:${memberId}:${hashed(JSON.stringify([memberId, asset, account, memo, label]))}`;
}

/** What a code to end the limit to saved addresses confirms: it opens nothing else. */
export const addressesOnlySubject = (memberId: string) => `addresses-only:${memberId}`;

type Subjects = { [Effect in AccountEffect]?: (memberId: string, change: AccountChanges[Effect]) => string };
const subjects: Subjects = {
  address_saved: addressSubject,
  address_renamed: addressSubject,
  addresses_only_off: addressesOnlySubject,
};

/** What a code must have been sent for that proves this change; undefined for a change that no code proves. */
export function boundSubject<Effect extends AccountEffect>(
  effect: Effect,
  memberId: string,
  change: AccountChanges[Effect],
): string | undefined {
  return subjects[effect]?.(memberId, change);
}
