/** The terms that the site shows and the customer accepts, by the day they took effect. Change it with their text. */
export const termsVersion = "2026-11-01";
