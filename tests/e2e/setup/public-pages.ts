/** Public addresses that search engines may list, without language. */
export const listedPaths = [
  "",
  "/company/about",
  "/company/contact-us",
  "/company/our-mission",
  "/developers",
  "/earn",
  "/exchange/crypto-to-paypal",
  "/exchange/paypal-invoice",
  "/exchange/usdt-to-paypal",
  "/legal/accessibility",
  "/legal/aml-kyc",
  "/legal/faq",
  "/legal/privacy-policy",
  "/legal/terms",
  "/newsletter",
  "/reviews",
  "/status",
  "/verify",
] as const;

/** Public addresses that search engines must not list. */
export const unlistedPaths = ["/track", "/sign-in", "/sign-up", "/reset"] as const;

export const publicPaths = [...listedPaths, ...unlistedPaths] as const;
