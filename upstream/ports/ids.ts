/** Source of random ids. A test passes one that repeats. */
export type Ids = {
  /** `pay_01J...`: unguessable, prefixed. */
  newId(prefix: string): string;
  /** An order number: ten characters of Crockford's base 32. */
  newRef(): string;
};
