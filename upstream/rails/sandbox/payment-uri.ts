import { formatDecimal } from "../../../contract/values/decimal.ts";

/** Sepolia: a wallet that scans the code must not send real money. */
const testChainId = 11_155_111;

/**
 * Content of the QR code: BIP 21 for Bitcoin and Litecoin, ERC-681 for Ether. Null for TRON, which has no widely supported
 * standard, and for tokens, whose code holds the address only: several wallets pay the contract that ERC-681 names first. `amount` in minor units; null leaves it to the payer.
 */
export function paymentUri(asset: string, address: string, amount: bigint | null): string | null {
  switch (asset) {
    case "btc":
      return `bitcoin:${address}${amount === null ? "" : `?amount=${coins(amount)}`}`;
    case "ltc":
      return `litecoin:${address}${amount === null ? "" : `?amount=${coins(amount)}`}`;
    case "eth":
      return `ethereum:${address}@${testChainId}${amount === null ? "" : `?value=${amount}`}`;
    default:
      return null;
  }
}

/** BIP 21 uses whole coins; trailing zeros would only make the code denser. */
function coins(amount: bigint): string {
  return formatDecimal(amount, 8).replace(/\.?0+$/, "");
}
