import { prefixes, splitPath } from "../../i18n/languages.ts";
import { publicPages } from "./public-pages.ts";

/**
 * Redirects of the old site (product-spec, section 2), and second redirects for targets that no longer exist, so that
 * no old link ends in a 404. Without language; the prefix is kept. See docs/decisions/002.
 */
const movedPaths: Record<string, string> = {
  "/buy-sell-perfectmoney-voucher": "/solutions/buy-sell-perfectmoney-voucher",
  "/receive-paypal": "/solutions/exchange-paypal",
  "/services/exchange-perfectmoney-paypal": "/services/perfectmoney-to-paypal-exchange",
  "/why-sign-up": "/aml-kyc-policy",
  "/story-of-us": "/contact-us",
  "/paypal-invoice": "/solutions/payment-gate",
  "/payment-gate": "/solutions/payment-gate",
  "/disclaimer": "/terms-of-services",

  "/solutions/buy-sell-perfectmoney-voucher": "/exchange/usdt-to-paypal",
  "/services/perfectmoney-to-paypal-exchange": "/exchange/usdt-to-paypal",
  "/solutions/exchange-paypal": "/exchange/crypto-to-paypal",
  "/solutions/payment-gate": "/exchange/paypal-invoice",
  "/aml-kyc-policy": "/legal/aml-kyc",
  "/terms-of-services": "/legal/terms",
  "/contact-us": "/company/contact-us",
};

/** Two redirects whose target ignores the old address's prefix. */
const exact: Record<string, string> = {
  "/story-of-us": "/En/contact-us",
  "/visa-master-invoice": "/solutions/payment-gate",
  "/En/visa-master-invoice": "/solutions/payment-gate",
  "/Ru/visa-master-invoice": "/solutions/payment-gate",
};

/** The target of a moved address, or null. `pathname` as requested, without query. */
export function movedTo(pathname: string): string | null {
  const path = withoutTrailingSlash(pathname);
  if (exact[path]) return exact[path];
  const { prefix, rest } = divided(path);
  // With anything before or after it, as on the old site.
  if (rest.includes("tether-to-Pmvoucher-exchange")) return prefix || "/";
  const target = movedPaths[rest];
  return target ? prefix + target : properCase(path);
}

/** `/en/x`, `/EN/x` -> `/En/x`, and `/RU/EARN` -> `/Ru/earn`: one address per page. Order numbers stay as they are. */
function properCase(path: string): string | null {
  if (isEscaped(path)) return null;
  const [, first = "", ...rest] = path.split("/");
  const prefix = prefixes.find((languagePrefix) => languagePrefix.toLowerCase() === first.toLowerCase());
  const unprefixed = prefix ? ["", ...rest].join("/") : path;
  const page = publicPages.find((pagePath) => pagePath === unprefixed.toLowerCase()) ?? unprefixed;
  const proper = prefix ? `/${prefix}${page}` : page;
  return proper === path ? null : proper;
}

/** `/En/company/` -> `/En/company`; null without a trailing slash. */
export function canonicalPath(pathname: string): string | null {
  if (isEscaped(pathname)) return null;
  const path = withoutTrailingSlash(pathname);
  return path === pathname ? null : path;
}

/**
 * No page has an escape in its address, so such a path is not found. It is not redirected either: browsers and proxies
 * read some escapes in another way, `..%2f` or `%5c` for example.
 */
function isEscaped(path: string): boolean {
  return path.includes("%");
}

function withoutTrailingSlash(pathname: string): string {
  return pathname.replace(/(?<=.)\/+$/, "");
}

function divided(pathname: string): { prefix: string; rest: string } {
  const { lang, path } = splitPath(pathname);
  return { prefix: lang ? pathname.slice(0, 3) : "", rest: path };
}
