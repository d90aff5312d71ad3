/**
 * What every field for a code of an authenticator or a recovery code tells keyboards and password managers. Longer
 * than either is: what is too long is told in words.
 */
export const factorInput = {
  maxLength: 64,
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
} as const;
