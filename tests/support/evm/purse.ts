import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import type { ChainCalls } from "./chain.ts";

const abi = parseAbi(["function transfer(address to, uint256 value)"]);
/** Whose first accounts an anvil fills with coins. */
const testWords = "test test test test test test test test test test test junk";
const gwei = 10n ** 9n;

/** An account of a customer that signs by itself and sends again what the network has lost. Amounts in minor units. */
export type Purse = {
  pay(to: string, wei: bigint): Promise<void>;
  payToken(token: string, to: string, amount: bigint): Promise<void>;
  /** Sends what is in no block once more, in the order of the nonces. A node that is away is asked again by the next call. */
  sendAgain(): Promise<void>;
};

/** `index`: which of the node's accounts, not one that anything else sends from. */
export async function purse({ rpc }: Pick<ChainCalls, "rpc">, index: number): Promise<Purse> {
  const account = mnemonicToAccount(testWords, { addressIndex: index });
  const mined = async () => Number(await rpc<string>("eth_getTransactionCount", [account.address, "latest"]));
  const first = await mined();
  const signed: Hex[] = [];
  const send = async (to: string, value: bigint, data?: Hex) => {
    const fees = { maxFeePerGas: 50n * gwei, maxPriorityFeePerGas: gwei, gas: 100_000n };
    const nonce = first + signed.length;
    // Reserved before it is signed: the next payment may come meanwhile.
    const place = signed.push("0x") - 1;
    const fields = { ...network, to: to as Hex, value, nonce, ...fees, ...(data && { data }) };
    signed[place] = await account.signTransaction(fields);
    await deliver(rpc, signed[place] ?? "0x");
  };
  return {
    pay: (to, wei) => send(to, wei),
    payToken: (token, to, amount) =>
      send(token, 0n, encodeFunctionData({ abi, functionName: "transfer", args: [to as Hex, amount] })),
    async sendAgain() {
      const from = await mined().catch(() => first + signed.length);
      for (const bytes of signed.slice(from - first)) await deliver(rpc, bytes);
    },
  };
}

const network = { chainId: 31337, type: "eip1559" } as const;

/** A node that is away, or that has it already, is no fault: it is sent again while it is in no block. */
async function deliver(rpc: ChainCalls["rpc"], bytes: Hex): Promise<void> {
  if (bytes !== "0x") await rpc("eth_sendRawTransaction", [bytes]).catch(() => undefined);
}
