/**
 * Version of the terms: the day they took effect. The website shows this version and sends it with the consent; the
 * service accepts it, and for a day the one it has replaced (`terms_outdated` afterwards).
 */
export const termsVersion = "2026-11-28";
