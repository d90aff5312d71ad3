import { formatDecimal } from "../../../contract/values/decimal.ts";
import { depositAddress } from "./address.ts";

/** Sepolia: a wallet that scans the code must not send real money. */
const testChainId = 11_155_111;

/**
 * Content of the QR code: BIP 21 for Bitcoin and Litecoin, ERC-681 for Ethereum and its tokens, null for TRON, which
 * has no widely supported standard. `amount` in minor units; null leaves it to the payer.
 */
export function paymentUri(asset: string, address: string, amount: bigint | null): string | null {
  switch (asset) {
    case "btc":
      return `bitcoin:${address}${amount === null ? "" : `?amount=${coins(amount)}`}`;
    case "ltc":
      return `litecoin:${address}${amount === null ? "" : `?amount=${coins(amount)}`}`;
    case "eth":
      return `ethereum:${address}@${testChainId}${amount === null ? "" : `?value=${amount}`}`;
    case "usdt-erc20":
      return `ethereum:${tokenContract}@${testChainId}/transfer?address=${address}${amount === null ? "" : `&uint256=${amount}`}`;
    default:
      return null;
  }
}

/** A placeholder contract: wallets only need to be able to read it. */
const tokenContract = depositAddress("ethereum", "token usdt-erc20");

/** BIP 21 uses whole coins; trailing zeros would only make the code denser. */
function coins(amount: bigint): string {
  return formatDecimal(amount, 8).replace(/\.?0+$/, "");
}
