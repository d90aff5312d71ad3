/** Where pairs are sold; apart from the schemas, so that a page in the browser can list them without zod. */
export const exchangePages = ["usdt-to-paypal", "crypto-to-paypal", "paypal-invoice"] as const;
