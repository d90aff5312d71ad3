/** PayPal's balance in a currency stands for the currency: it is what our pairs have rates in. */
export const currencyAssets = { usd: "paypal-usd", eur: "paypal-eur" } as const;

/** Decimals of a currency where no asset stands for it. */
export const currencyDecimals = 2;

export const isCurrencyAsset = (id: string): boolean => Object.values<string>(currencyAssets).includes(id);
