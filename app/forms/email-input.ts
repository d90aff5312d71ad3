/** What every field for an e-mail address tells keyboards and password managers; 254 is the longest that mail takes. */
export const emailInput = { type: "email", inputMode: "email", autoComplete: "email", maxLength: 254 } as const;
