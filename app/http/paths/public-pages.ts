/** Pages of text and prices, the same for every visitor, without language. */
export const publicPages = [
  "/",
  "/exchange/usdt-to-paypal",
  "/exchange/crypto-to-paypal",
  "/exchange/paypal-invoice",
  "/earn",
  "/developers",
  "/status",
  "/verify",
  "/company/about",
  "/company/our-mission",
  "/company/contact-us",
  "/reviews",
  "/legal/terms",
  "/legal/privacy-policy",
  "/legal/aml-kyc",
  "/legal/faq",
] as const;
