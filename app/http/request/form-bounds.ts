/** What a form of ours may have at most, without its files. Parsers of forms take quadratic time for more. */
export const formBounds = {
  textBytes: 64 * 1024,
  /** Our largest form has a fifth of these. */
  fields: 100,
  /** Ours have at most 22. The form library takes a name apart (`a.b[0]`), which costs more than the rest of a form. */
  nameBytes: 200,
} as const;
