import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { type Anvil, nodeCaller, startAnvil } from "./anvil.ts";
import { type ContractName, creationCode } from "./contracts.ts";

const abi = parseAbi([
  "function mint(address to, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function pause(bool isPaused)",
  "function blacklist(address one, bool isBlocked)",
  "function balanceOf(address owner) view returns (uint256)",
  "function payTokens(address token, address[] to, uint256[] value)",
  "function payCoins(address[] to, uint256[] value) payable",
]);

/** Amounts in minor units: wei, or units of the token. A transaction waits in the pool until `mine`. */
export type Payment = { to: string; amount: bigint };

export type TestChain = Anvil & ChainCalls;

export type ChainCalls = {
  rpc: Anvil["rpc"];
  /** Accounts of customers, with ten thousand ETH each. */
  accounts: readonly string[];
  height(): Promise<number>;
  mine(blocks?: number): Promise<void>;
  /** Sends a transaction of the coin; returns its hash. */
  pay(to: string, wei: bigint, options?: { from?: string; nonce?: number; data?: Hex }): Promise<string>;
  /** A contract with the mint of a token for every account, 1,000,000 units of 6 decimals each. */
  token(name: Extract<ContractName, "ReturnsNothing" | "TakesFee">): Promise<string>;
  payToken(token: string, to: string, amount: bigint, from?: string): Promise<string>;
  mint(token: string, to: string, amount: bigint): Promise<string>;
  pause(token: string, isPaused: boolean): Promise<void>;
  /** The token refuses transfers from an address. */
  blacklist(token: string, address: string, isBlocked: boolean): Promise<void>;
  /** A contract that pays several in one transaction. */
  payer(): Promise<string>;
  payTokens(payer: string, token: string, payments: readonly Payment[]): Promise<string>;
  /** The coin by calls of a contract: no transaction names the receivers. */
  payCoins(payer: string, payments: readonly Payment[]): Promise<string>;
  balance(address: string, token?: string): Promise<bigint>;
  /**
   * Replaces the newest `depth` blocks by others, as many. `again`: transactions included once more, each in the new block of
   * this number from 0; what is not named is gone.
   */
  reorganise(depth: number, again?: readonly { hash: string; block: number }[]): Promise<void>;
  raw(hash: string): Promise<string>;
};

export async function startChain(options: readonly string[] = []): Promise<TestChain> {
  const anvil = await startAnvil(options);
  return { ...anvil, ...(await chainAt(anvil.url)) };
}

/** The chain of a node that runs already. */
export async function chainAt(url: string): Promise<ChainCalls> {
  const rpc = nodeCaller(url);
  const accounts = await rpc<string[]>("eth_accounts");
  const [bank = ""] = accounts;
  const send = (transaction: Record<string, unknown>) =>
    rpc<string>("eth_sendTransaction", [{ from: bank, gas: "0x4c4b40", ...transaction }]);
  const mine = async (blocks = 1) => void (await rpc("anvil_mine", [hex(blocks)]));
  const deploy = async (name: ContractName) => {
    const hash = await send({ data: creationCode(name) });
    await mine();
    const { contractAddress } = await rpc<{ contractAddress: string }>("eth_getTransactionReceipt", [hash]);
    return contractAddress;
  };
  const call = (to: string, data: Hex, from = bank) => send({ from, to, data });
  const mint = (token: string, to: string, amount: bigint) =>
    call(token, encodeFunctionData({ abi, functionName: "mint", args: [asHex(to), amount] }));
  const raw = (hash: string) => rpc<string>("eth_getRawTransactionByHash", [hash]);
  return {
    rpc,
    accounts,
    mine,
    mint,
    raw,
    height: async () => Number(await rpc<string>("eth_blockNumber")),
    pay: (to, wei, { from = bank, nonce, data } = {}) =>
      send({ from, to, value: hex(wei), ...(nonce === undefined ? {} : { nonce: hex(nonce) }), ...(data && { data }) }),
    async token(name) {
      const token = await deploy(name);
      for (const account of accounts) await mint(token, account, 1_000_000_000000n);
      await mine();
      return token;
    },
    payToken: (token, to, amount, from) =>
      call(token, encodeFunctionData({ abi, functionName: "transfer", args: [asHex(to), amount] }), from),
    async pause(token, isPaused) {
      await call(token, encodeFunctionData({ abi, functionName: "pause", args: [isPaused] }));
    },
    async blacklist(token, address, isBlocked) {
      await call(token, encodeFunctionData({ abi, functionName: "blacklist", args: [asHex(address), isBlocked] }));
    },
    payer: () => deploy("PaysMany"),
    async payTokens(payer, token, payments) {
      const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
      await mint(token, payer, total);
      const [to, value] = [payments.map((payment) => asHex(payment.to)), payments.map(({ amount }) => amount)];
      return call(payer, encodeFunctionData({ abi, functionName: "payTokens", args: [asHex(token), to, value] }));
    },
    payCoins(payer, payments) {
      const [to, value] = [payments.map((payment) => asHex(payment.to)), payments.map(({ amount }) => amount)];
      const sum = value.reduce((total, amount) => total + amount, 0n);
      const data = encodeFunctionData({ abi, functionName: "payCoins", args: [to, value] });
      return send({ to: payer, value: hex(sum), data });
    },
    async balance(address, token) {
      if (token === undefined) return BigInt(await rpc<string>("eth_getBalance", [address, "latest"]));
      const data = encodeFunctionData({ abi, functionName: "balanceOf", args: [asHex(address)] });
      return BigInt(await rpc<string>("eth_call", [{ to: token, data }, "latest"]));
    },
    async reorganise(depth, again = []) {
      // Empty blocks could come out with the same hash, which makes a fork shallower than asked. By an account of its own, so
      // that it takes no number of a transaction that is included again.
      const mark = {
        from: accounts.at(-1),
        to: "0x000000000000000000000000000000000000dEaD",
        value: hex(depth),
        gas: hex(21000),
      };
      const remined = await Promise.all(again.map(async ({ hash, block }) => [await raw(hash), block] as const));
      await rpc("anvil_reorg", [depth, remined.some(([, block]) => block === 0) ? remined : [[mark, 0], ...remined]]);
    },
  };
}

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

function asHex(address: string): Hex {
  return `0x${address.replace(/^0x/, "").toLowerCase()}`;
}
