/** Links of the menus; their texts are `shell:link.<name>`. */
export const exchangeLinks = [
  { name: "usdtToPaypal", path: "/exchange/usdt-to-paypal" },
  { name: "cryptoToPaypal", path: "/exchange/crypto-to-paypal" },
  { name: "paypalInvoice", path: "/exchange/paypal-invoice" },
] as const;

export const mainLinks = [
  { name: "track", path: "/track" },
  { name: "help", path: "/legal/faq" },
] as const;

export const companyLinks = [
  { name: "about", path: "/company/about" },
  { name: "mission", path: "/company/our-mission" },
  { name: "status", path: "/status" },
  { name: "reviews", path: "/reviews" },
  { name: "newsletter", path: "/newsletter" },
  { name: "contact", path: "/company/contact-us" },
  { name: "developers", path: "/developers" },
] as const;

export const legalLinks = [
  { name: "terms", path: "/legal/terms" },
  { name: "privacy", path: "/legal/privacy-policy" },
  { name: "amlKyc", path: "/legal/aml-kyc" },
  { name: "faq", path: "/legal/faq" },
  { name: "accessibility", path: "/legal/accessibility" },
] as const;

/** In the footer's column about help. */
export const safetyLinks = [{ name: "verify", path: "/verify" }] as const;

/** Member pages; their texts are `shell:member.<name>`. */
export const memberLinks = [
  { name: "overview", path: "/dashboard" },
  { name: "newOrder", path: "/dashboard/new-order" },
  { name: "orders", path: "/dashboard/orders" },
  { name: "support", path: "/dashboard/support" },
  { name: "profile", path: "/dashboard/account" },
] as const;

export type NavigationLink =
  | (typeof exchangeLinks)[number]
  | (typeof mainLinks)[number]
  | (typeof companyLinks)[number]
  | (typeof safetyLinks)[number]
  | (typeof legalLinks)[number];

/** Whether a link points to the current page. */
export function isCurrent(link: NavigationLink, path: string): boolean {
  return path === link.path || path.startsWith(`${link.path}/`);
}
