import { runCommand } from "../../../upstream/program/run-command.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import type { ExchangeOptions } from "../service/exchange.ts";
import type { TestChain } from "./chain.ts";
import { type EvmExchange, evmExchange, testAccount } from "./evm-exchange.ts";
import { ether, newTestSigner, type TestSigner } from "./payout-exchange.ts";

export type FundedExchange = EvmExchange & {
  signer: TestSigner;
  /** The address that pays out. */
  hot: string;
  /** Sends again what is signed and not mined, as the scheduled task does. */
  keepSending(): Promise<void>;
};

/**
 * An exchange that pays out on the chain, whose hot account and ledger have 100,000 USDT and ten ETH. `signing`: how its signer differs from
 * one without limits.
 */
export async function fundedExchange(
  chain: TestChain,
  usdt: string,
  { settings = {}, signing, ...options }: ExchangeOptions & { signing?: Parameters<typeof newTestSigner>[1] } = {},
): Promise<FundedExchange> {
  const signer = await newTestSigner(usdt, { most: 1_000_000_000000n, ...signing });
  await signer.start();
  const tokens = { "usdt-erc20": usdt };
  const ethereum = await evmExchange(
    chain,
    { tokens },
    { ...options, settings: { SIGNER_SOCKET: signer.socket, ...settings } },
  );
  const key = readAccountKey(testAccount.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  const hot = key.hot.checksummed;
  await chain.pay(hot, 10n * ether);
  await chain.payToken(usdt, hot, 100_000_000000n);
  await chain.mine();
  const { ctx } = ethereum.service;
  for (const [asset, amount] of [
    ["usdt-erc20", "100000"],
    ["eth", "10"],
  ] as const) {
    const args = { asset, amount, rail: "evm", reason: "first money", anyway: "yes" };
    const outcome = await runCommand(ctx, { command: "reserve fund", args, operator: { name: "olga" } });
    if (!outcome.ok) throw new Error(outcome.sentence);
  }
  const sending = railTasks(ctx).find(({ name }) => name === "ethereum payouts");
  return { ...ethereum, signer, hot, keepSending: async () => sending?.run() };
}
