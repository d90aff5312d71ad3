/** A withdrawal, as far as a freeze concerns it. */
export type Freezable = {
  createdAt: Date;
  /** When an operator let it go on after a freeze; null for all others. */
  clearedAt: Date | null;
};

/**
 * Whether a freeze of the member's account has caught a withdrawal: it was requested before the freeze began, since none can
 * be requested during one. It stays caught after the freeze has ended by itself, until an operator has looked at it.
 */
export function isCaught({ createdAt, clearedAt }: Freezable, frozenUntil: Date | null): boolean {
  return frozenUntil !== null && frozenUntil > (clearedAt ?? createdAt);
}
