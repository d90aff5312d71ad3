import { type TextPage, textPages } from "../../../http/paths/text-pages.ts";

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

const companyLinks = [
  { name: "about", path: "/company/about" },
  { name: "status", path: "/status" },
  { name: "reviews", path: "/reviews" },
  { name: "earn", path: "/earn" },
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

/** A column of the footer: the text pages of its list stand after its first link. */
export function columnLinks(column: "company" | "legal"): NavigationLink[] {
  const [first, ...rest] = column === "company" ? companyLinks : legalLinks;
  return [first, ...textPages.filter((page) => page.column === column), ...rest];
}

/** In the footer's column about help. */
export const safetyLinks = [{ name: "verify", path: "/verify" }] as const;

/** Member pages; their texts are `shell:member.<name>`. */
const memberPages = {
  overview: { name: "overview", path: "/dashboard" },
  newOrder: { name: "newOrder", path: "/dashboard/new-order" },
  orders: { name: "orders", path: "/dashboard/orders" },
  wallets: { name: "wallets", path: "/dashboard/wallets" },
  withdrawals: { name: "withdrawals", path: "/dashboard/withdrawals" },
  affiliates: { name: "affiliates", path: "/dashboard/affiliates" },
  support: { name: "support", path: "/dashboard/support" },
  profile: { name: "profile", path: "/dashboard/account" },
} as const;

type Offered = { hasWallets: boolean; hasAffiliates: boolean };
type MemberLink = (typeof memberPages)[keyof typeof memberPages];

/** The members' menu; without wallets and the partner programme where the service has none. */
export function memberLinksFor({ hasWallets, hasAffiliates }: Offered): readonly MemberLink[] {
  const { overview, newOrder, orders, wallets, withdrawals, affiliates, support, profile } = memberPages;
  const ofWallets = hasWallets ? [wallets, withdrawals] : [];
  return [overview, newOrder, orders, ...ofWallets, ...(hasAffiliates ? [affiliates] : []), support, profile];
}

/** The five of a phone's bar: the main action in the middle, in easy reach of the thumb. */
export function bottomLinksFor(hasWallets: boolean): readonly MemberLink[] {
  const { overview, newOrder, orders, wallets, support, profile } = memberPages;
  return [overview, orders, newOrder, hasWallets ? wallets : support, profile];
}

export type NavigationLink =
  | (typeof exchangeLinks)[number]
  | (typeof mainLinks)[number]
  | (typeof companyLinks)[number]
  | (typeof safetyLinks)[number]
  | (typeof legalLinks)[number]
  | TextPage;

/** Whether a link points to the current page. */
export function isCurrent(link: NavigationLink, path: string): boolean {
  return path === link.path || path.startsWith(`${link.path}/`);
}
