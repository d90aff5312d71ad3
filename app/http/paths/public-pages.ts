/** Pages that show nothing of the service but maintenance: no figure of theirs can be old. */
export const textPages = ["/developers", "/company/about", "/company/our-mission", "/newsletter"] as const;

/** Pages of text and prices, the same for every visitor, without language. */
export const publicPages = [
  "/",
  "/exchange/usdt-to-paypal",
  "/exchange/crypto-to-paypal",
  "/exchange/paypal-invoice",
  "/earn",
  "/status",
  "/verify",
  "/company/contact-us",
  "/reviews",
  "/legal/terms",
  "/legal/privacy-policy",
  "/legal/aml-kyc",
  "/legal/faq",
  "/legal/accessibility",
  ...textPages,
] as const;
