/** Pages that show nothing of the service but maintenance. */
export const textPages = [
  "/developers",
  "/verify",
  "/company/about",
  "/company/our-mission",
  "/newsletter",
  "/legal/terms",
  "/legal/privacy-policy",
  "/legal/aml-kyc",
  "/legal/faq",
  "/legal/accessibility",
] as const;

/** Pages of text and prices, the same for every visitor, without language. */
export const publicPages = [
  "/",
  "/exchange/usdt-to-paypal",
  "/exchange/crypto-to-paypal",
  "/exchange/paypal-invoice",
  "/earn",
  "/status",
  "/company/contact-us",
  "/reviews",
  ...textPages,
] as const;
