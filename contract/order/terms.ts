/**
 * Version of the terms: the day they took effect. The website shows this version and sends it with the consent; the
 * service accepts no other (`terms_outdated`).
 */
export const termsVersion = "2026-11-26";
