import type { Lang } from "../../../contract/values/languages.ts";
import type { DepositRail } from "../../ports/deposit-rail.ts";
import { type PayinRail, RailUnavailable } from "../../ports/rail.ts";
import type { OpenRail } from "../registration.ts";
import { addressOf, issueAddress } from "./addresses.ts";
import type { EvmNode } from "./node.ts";
import { evmPayout } from "./payouts/evm-payout.ts";
import type { PayoutParts } from "./payouts/payout-parts.ts";
import { evmProgress } from "./progress.ts";
import type { Scanner } from "./scan/scanner.ts";
import { type EvmNetwork, evmAssetOf } from "./settings.ts";
import { evmRail, type SourceDesk } from "./source.ts";
import { evmStatement } from "./statement/evm-statement.ts";
import { newsOfOrder } from "./tell/credit-news.ts";
import { tellOrderOfCredit } from "./tell/tell-order.ts";

/** Wei in one coin. */
const coinDecimals = 18;

/** Networks by chain id whose coins are given away. A network that is not named here counts as one with real money. */
const testNetworks: ReadonlyMap<number, string> = new Map([
  [11_155_111, "the test network Sepolia"],
  [17_000, "the test network Holesky"],
  [560_048, "the test network Hoodi"],
  [31_337, "a development network (chain 31337)"],
  [1_337, "a development network (chain 1337)"],
]);

/**
 * One Ethereum network: its coin, and the tokens that the settings name. `payouts`: undefined where no signer is named; then
 * nothing is paid out.
 */
export function evmOpenRail(
  desk: SourceDesk,
  network: EvmNetwork,
  node: EvmNode,
  scanner: Scanner,
  payouts: PayoutParts | undefined,
): OpenRail {
  const isOurs = (asset: string) => asset === network.native || network.tokens.has(asset);
  const payin = evmPayin(desk, network, node, scanner);
  const deposits: DepositRail = {
    id: evmRail,
    async issue({ key, asset }) {
      const { shown: address } = await issueAddress(desk, network, node, { walletKey: key });
      return { address, memo: null, uri: paymentUri(network, { asset, address, amount: null }) };
    },
  };
  return {
    payinMethods: (asset) => (isOurs(asset) ? ["crypto_address"] : []),
    payinFor: () => payin,
    depositFor: (asset) => (isOurs(asset) ? deposits : undefined),
    payoutFor: (asset) => (payouts && isOurs(asset) ? evmPayout(payouts, asset) : undefined),
    async describe(asset) {
      if (!isOurs(asset)) return undefined;
      const token = network.tokens.get(asset);
      return { network: "ethereum", decimals: token === undefined ? coinDecimals : await node.decimals(token) };
    },
    accounts: () => ({ ours: [network.key.hot.place, network.key.gas.place], contracts: [...network.tokens.values()] }),
    // Of the settings: a node that is away keeps nobody from starting, and one of another chain stops the rail.
    network() {
      const name = testNetworks.get(network.chainId);
      return { name: name ?? `the network of chain ${network.chainId}`, isTest: name !== undefined };
    },
    statement: () => evmStatement(desk, network, node, payouts),
    progress: evmProgress(desk, network),
    webhooks: {},
  };
}

function evmPayin(desk: SourceDesk, network: EvmNetwork, node: EvmNode, scanner: Scanner): PayinRail {
  const nowhere = { memo: null, invoiceUrl: null, redirectUrl: null };
  return {
    id: evmRail,
    async issue({ ref, asset, amount }: { ref: string; asset: string; amount: bigint; language: Lang }) {
      const { shown: address } = await issueAddress(desk, network, node, { orderRef: ref });
      return { ...nowhere, method: "crypto_address", address, uri: paymentUri(network, { asset, address, amount }) };
    },
    withdraw: async () => "withdrawn",
    async reconcile({ ref }, report) {
      if (!(await addressOf(desk.db.orm, { orderRef: ref }))) return false;
      const { isCaughtUp, stopped } = await scanner.pass();
      // Who asks believes that there is no other payment.
      if (!isCaughtUp) throw new RailUnavailable(stopped ?? "The blocks of the last time are not read yet");
      for (const { credit } of await newsOfOrder(desk, ref)) {
        const asset = evmAssetOf(network, credit.token);
        if (asset !== undefined) await tellOrderOfCredit(desk, network, { credit, asset, ref }, report);
      }
      return true;
    },
  };
}

/**
 * ERC-681 for the coin; null for tokens, whose code holds the address only: several wallets pay the contract that such a URI
 * names first. `amount` in wei; null leaves it to the payer.
 */
function paymentUri(
  { native, chainId }: EvmNetwork,
  { asset, address, amount }: { asset: string; address: string; amount: bigint | null },
): string | null {
  if (asset !== native) return null;
  return `ethereum:${address}@${chainId}${amount === null ? "" : `?value=${amount}`}`;
}
