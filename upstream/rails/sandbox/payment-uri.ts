import { formatDecimal } from "../../../contract/values/decimal.ts";
import { depositAddress } from "./address.ts";

/** Sepolia: a wallet that scans the code must not send anything real. */
const testChainId = 11_155_111;

/**
 * What the QR code holds: BIP 21 for Bitcoin and Litecoin, ERC-681 for Ethereum and its tokens, null for TRON, where
 * no standard is widely supported. `amount` in minor units.
 */
export function paymentUri(asset: string, address: string, amount: bigint): string | null {
  switch (asset) {
    case "btc":
      return `bitcoin:${address}?amount=${coins(amount)}`;
    case "ltc":
      return `litecoin:${address}?amount=${coins(amount)}`;
    case "eth":
      return `ethereum:${address}@${testChainId}?value=${amount}`;
    case "usdt-erc20":
      return `ethereum:${tokenContract}@${testChainId}/transfer?address=${address}&uint256=${amount}`;
    default:
      return null;
  }
}

/** No token lives here; a wallet only has to be able to read it. */
const tokenContract = depositAddress("ethereum", "token usdt-erc20");

/** BIP 21 counts in whole coins; trailing zeros only make the code denser. */
function coins(amount: bigint): string {
  return formatDecimal(amount, 8).replace(/\.?0+$/, "");
}
