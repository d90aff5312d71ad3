/**
 * The day the current terms took effect. The website shows the terms of this version and sends it with a customer's
 * consent; the service takes consent to no other (`terms_outdated`).
 */
export const termsVersion = "2026-11-01";
