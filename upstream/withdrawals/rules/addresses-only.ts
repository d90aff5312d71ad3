/** A member's wish that money leaves to saved addresses only. */
export type AddressesOnly = {
  withdrawalAddressesOnly: boolean;
  /** It was turned off, and stays in force until then; null while it is on for good, or off. */
  addressesOnlyEndsAt: Date | null;
};

/** Turning it off takes effect later, so that a thief of a session gains nothing by it. */
export function allowsSavedOnly(
  { withdrawalAddressesOnly, addressesOnlyEndsAt: ends }: AddressesOnly,
  now: Date,
): boolean {
  return withdrawalAddressesOnly && (ends === null || ends > now);
}

/** In the contract's form. */
export function addressesOnlyView(choice: AddressesOnly, now: Date): { on: boolean; ends_at: string | null } {
  const isOn = allowsSavedOnly(choice, now);
  return { on: isOn, ends_at: isOn ? (choice.addressesOnlyEndsAt?.toISOString() ?? null) : null };
}
