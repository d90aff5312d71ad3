import { mkdtempSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newAccountKey } from "../../../signer/accounts.ts";
import { initSigner } from "../../../signer/init.ts";
import { serveSigner } from "../../../signer/server.ts";
import { readKey, readSetup, type SignerSetup } from "../../../signer/settings-file.ts";
import { openSigner } from "../../../signer/signer.ts";
import type { Database } from "../../../upstream/db/database.ts";
import type { PayoutRail, RailMovement, Reading } from "../../../upstream/ports/payout-rail.ts";
import { evmNode } from "../../../upstream/rails/evm/node.ts";
import { signApprovalsOf } from "../../../upstream/rails/evm/payouts/approvals.ts";
import { evmPayout } from "../../../upstream/rails/evm/payouts/evm-payout.ts";
import { payoutNode } from "../../../upstream/rails/evm/payouts/payout-node.ts";
import type { PayoutParts } from "../../../upstream/rails/evm/payouts/payout-parts.ts";
import { signerClient } from "../../../upstream/rails/evm/payouts/signer-client.ts";
import { httpRpc } from "../../../upstream/rails/evm/rpc.ts";
import { evmNetwork } from "../../../upstream/rails/evm/settings.ts";
import type { TestChain } from "./chain.ts";
import { testAccount } from "./evm-exchange.ts";

export const gwei = 10n ** 9n;
export const ether = 10n ** 18n;

/** The signer of the test account in this process, as its program runs it. */
export type TestSigner = { setup: SignerSetup; socket: string; start(): Promise<void>; stop(): Promise<void> };

/**
 * Caps of `most` USDT and 10 ETH, in every time. `operators`: public keys of which `needed` have to sign above them. `topUps`: wei that
 * top-ups may move in an hour. `seed`: of its key, the test account's unless it says otherwise.
 */
export async function newTestSigner(
  usdt: string,
  {
    operators = [],
    needed = 1,
    most = 1_000_000000n,
    topUps = ether,
    seed = 5,
  }: { operators?: readonly string[]; needed?: number; most?: bigint; topUps?: bigint; seed?: number } = {},
): Promise<TestSigner> {
  const folder = mkdtempSync(join(tmpdir(), "evm-signer-"));
  const capsOf = (amount: bigint) => ({ alone: `${amount}`, hour: `${amount}`, day: `${amount}` });
  const settings = {
    ...{ chain: 31337, keyFile: "key", listFile: "list", socket: "signer.sock", versions: 4 },
    assets: {
      eth: { gas: 21_000, ...capsOf(10n * ether) },
      "usdt-erc20": { contract: usdt.toLowerCase(), gas: 100_000, ...capsOf(most) },
    },
    fees: { perGas: `${500n * gwei}`, tip: `${gwei}`, one: `${ether}`, day: `${10n * ether}` },
    topups: { ...capsOf(topUps), day: `${ether}` },
    operators: { keys: operators, needed },
  };
  const file = join(folder, "signer.json");
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  writeFileSync(join(folder, "key"), newAccountKey(new Uint8Array(32).fill(seed)), { mode: 0o600 });
  const setup = readSetup(file);
  if ("faults" in setup) throw new Error(setup.faults.join(" "));
  const prepared = initSigner(setup, { isNewKey: false, now: new Date() });
  if ("faults" in prepared) throw new Error(prepared.faults.join(" "));
  let stopping: (() => Promise<void>) | undefined;
  return {
    setup,
    socket: setup.files.socket,
    async start() {
      stopping = await served(setup);
    },
    async stop() {
      await stopping?.();
      stopping = undefined;
    },
  };
}

async function served(setup: SignerSetup): Promise<() => Promise<void>> {
  const accounts = readKey(setup.files);
  if ("faults" in accounts) throw new Error(accounts.faults.join(" "));
  const signer = openSigner({ ...setup, accounts, now: () => new Date() });
  const fatal = (error: unknown) => {
    throw error;
  };
  const surroundings = { report: () => undefined, fatal };
  const server: Server = await serveSigner(signer, { socket: setup.files.socket, mode: 0o600 }, surroundings);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    signer.close();
  };
}

export type PayoutExchange = {
  parts: PayoutParts;
  rail(asset: string): PayoutRail;
  /** A payout to an address of nobody, of 10 USDT, or of 0.1 ETH. */
  movement(id: string, asset?: string): RailMovement;
  /** As the payout guard does it: prepares, sends and reads. */
  pay(movement: RailMovement): Promise<Reading>;
  moveClock(seconds: number): void;
};

/** The rail's payouts on a node and a signer. Three confirmations; fees from 1 to 100 gwei for a unit of gas. */
export function payoutExchange(
  chain: Pick<TestChain, "url">,
  { db, signer, usdt, confirmations = "3" }: { db: Database; signer: TestSigner; usdt: string; confirmations?: string },
): PayoutExchange {
  const network = evmNetwork({
    EVM_RPC_URL: chain.url,
    EVM_CHAIN_ID: "31337",
    EVM_XPUB: testAccount.publicExtendedKey,
    EVM_TOKENS: `usdt-erc20=${usdt}`,
    EVM_CONFIRMATIONS: confirmations,
  });
  let now = new Date("2026-11-21T12:00:00.000Z");
  const rpc = httpRpc(chain.url);
  const parts: PayoutParts = {
    desk: { db, clock: { now: () => now, advance: async () => undefined, offsetSeconds: () => 0 } },
    network,
    fees: { floor: gwei, cap: 100n * gwei },
    node: { ...evmNode(rpc), ...payoutNode(rpc) },
    signer: signerClient(signer.socket),
    approvals: ({ id }) => signApprovalsOf(db.orm, id),
    confirmed: async (movement) => ({ account: receiverOf(movement.id), amount: null, memo: null }),
    isOperatorsWord: async ({ id }) => id.startsWith("operator_"),
  };
  const rail = (asset: string) => evmPayout(parts, asset);
  return {
    parts,
    rail,
    movement(id, asset = "usdt-erc20") {
      const amount = asset === "eth" ? ether / 10n : 10_000000n;
      return { id, asset, amount, account: receiverOf(id), memo: null, kind: "payout" };
    },
    async pay(movement) {
      const preparation = await rail(movement.asset).prepare(movement);
      if (preparation.state !== "prepared") throw new Error(`${preparation.state}: ${preparation.reason}`);
      await rail(movement.asset).broadcast(movement, preparation.plan);
      return rail(movement.asset).read(movement);
    },
    moveClock(seconds) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

/** An address of nobody, another one for each movement. */
export function receiverOf(id: string): string {
  return `0x${Buffer.from(id.padEnd(20, "-").slice(0, 20)).toString("hex")}`;
}
