/** Attributes of every email field for keyboards and password managers; 254 is the longest valid address. */
export const emailInput = { type: "email", inputMode: "email", autoComplete: "email", maxLength: 254 } as const;
