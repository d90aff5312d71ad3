import { textPages } from "./text-pages.ts";

/** Pages that show nothing of the service but maintenance: no figure of theirs can be old. */
export const pagesWithoutFigures = [
  "/developers",
  "/company/about",
  ...textPages.map(({ path }) => path),
  "/newsletter",
] as const;

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
  ...pagesWithoutFigures,
] as const;
