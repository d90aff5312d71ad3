/** PayPal's balance in a currency stands for the currency: it is what our pairs have rates in. */
export const currencyAssets = { usd: "paypal-usd", eur: "paypal-eur" } as const;
