export const customerEmail = "anna.ivanova@example.com";
export const paypalAccount = "anna.paypal@example.com";
export const tronAddress = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";

/** The tests' customer, with an account for each asset. */
export const anna = {
  name: "Anna Ivanova",
  email: customerEmail,
  paypal: paypalAccount,
  addresses: {
    "usdt-trc20": tronAddress,
    "usdt-erc20": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    eth: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    btc: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  },
} as const;

const addresses = new Map<string, string>(Object.entries(anna.addresses));
const accountOf = (asset: string) => addresses.get(asset) ?? anna.paypal;

/** Input of an order's details step. */
export function detailsOf({ from, to }: { from: string; to: string }) {
  const payin = from.startsWith("paypal-") ? { account: accountOf(from) } : null;
  return {
    payin,
    payout: { account: accountOf(to), memo: null, extra: { full_name: anna.name } },
    refund: payin ? null : { account: accountOf(from), memo: null },
    email: anna.email,
  };
}
