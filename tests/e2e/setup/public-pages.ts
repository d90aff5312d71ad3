/** All public addresses, without language. */
export const publicPaths = [
  "",
  "/company/about",
  "/company/contact-us",
  "/company/our-mission",
  "/earn",
  "/exchange/crypto-to-paypal",
  "/exchange/paypal-invoice",
  "/exchange/usdt-to-paypal",
  "/legal/aml-kyc",
  "/legal/faq",
  "/legal/privacy-policy",
  "/legal/terms",
  "/track",
  "/sign-in",
  "/sign-up",
  "/reset",
] as const;
