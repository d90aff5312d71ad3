/**
 * Attributes of every field for an authenticator or recovery code. The maximum is longer than both, so that a code that
 * is too long gets an error message.
 */
export const factorInput = {
  maxLength: 64,
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
} as const;
