/** Pages that sell pairs; separate from the schemas, so that a browser can list them without loading zod. */
export const exchangePages = ["usdt-to-paypal", "crypto-to-paypal", "paypal-invoice"] as const;
