import { HDKey } from "@scure/bip32";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { evmSource } from "../../../upstream/db/schema/evm.ts";
import type { Shown } from "../../../upstream/operator/command.ts";
import type { PayoutRail } from "../../../upstream/ports/payout-rail.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import { type DraftInput, executedOrder, type OpenedOrder, track } from "../orders/order-steps.ts";
import { type Exchange, type ExchangeOptions, exchange } from "../service/exchange.ts";
import type { TestChain } from "./chain.ts";

/** The account whose addresses tests issue; a signer of a test has its private keys. */
export const testAccount = HDKey.fromMasterSeed(new Uint8Array(32).fill(5)).derive("m/44'/60'/0'");

export type EvmExchange = {
  service: Exchange;
  /** Reads the chain once, as the scheduled task does, and runs the jobs that follow. */
  read(): Promise<void>;
  /** Another process that reads the same chain into the same database. */
  secondReader(): { read(): Promise<void> };
  /** An executed order, its address, and what is due, in minor units. */
  order(input?: DraftInput): Promise<OpenedOrder & { address: string; due: bigint }>;
  /** Status of an order, with the status and the confirmations of its payments. */
  stateOf(order: OpenedOrder): Promise<{ status: string; payments: string[] }>;
  source(): Promise<typeof evmSource.$inferSelect>;
  /** What an operator's command shows. */
  shows(command: string): Promise<Shown>;
};

export type EvmOptions = {
  tokens?: Readonly<Record<string, string>>;
  urls?: readonly string[];
  confirmations?: string;
};

/**
 * An exchange whose coin and tokens come in on a real node, and whose payouts are simulated where SIGNER_SOCKET names no signer.
 * Three confirmations, unless a test says otherwise.
 */
export async function evmExchange(
  chain: Pick<TestChain, "url">,
  { tokens = {}, urls = [chain.url], confirmations = "3" }: EvmOptions,
  options: ExchangeOptions = {},
): Promise<EvmExchange> {
  const settings = {
    RAILS: "sandbox,evm",
    EVM_RPC_URL: urls.join(","),
    EVM_CHAIN_ID: "31337",
    EVM_XPUB: testAccount.publicExtendedKey,
    EVM_CONFIRMATIONS: confirmations,
    ...(Object.keys(tokens).length === 0
      ? {}
      : {
          EVM_TOKENS: Object.entries(tokens)
            .map(([asset, contract]) => `${asset}=${contract}`)
            .join(","),
        }),
    ...options.settings,
  };
  const service = await exchange({ ...options, settings });
  // A test joins what a start keeps apart: real coins, and simulated accounts at PayPal.
  Object.assign(service.ctx.rails, { isSimulated: () => true });
  if (!options.settings?.SIGNER_SOCKET) sweepFromDepositAddresses(service);
  const reading = () => railTasks(service.ctx).find(({ name }) => name === "ethereum");
  const reader = () => {
    const task = reading();
    return {
      async read() {
        await task?.run();
        await service.runJobs();
      },
    };
  };
  return {
    service,
    ...reader(),
    secondReader: reader,
    async order(input = { from: "usdt-erc20", to: "paypal-usd", amount: "500" }) {
      const opened = await executedOrder(service, input);
      const { payin, from } = opened.order;
      const due = parseAmount(from.amount, input.from === "eth" ? 18 : 6);
      if (payin.address === null || typeof due === "string") throw new Error("The order has no address");
      return { ...opened, address: payin.address, due };
    },
    async stateOf(opened) {
      const order = await track(service, opened);
      const payments = order.payin.txs.map(({ amount, status, confirmations, required }) => {
        return `${short(amount)} ${status} ${confirmations}/${required}`;
      });
      return { status: order.status, payments };
    },
    async source() {
      const [row] = await service.ctx.db.orm.select().from(evmSource);
      if (!row) throw new Error("Nothing was read");
      return row;
    },
    async shows(command) {
      const outcome = await runCommand(service.ctx, { command, args: {}, operator: { name: "olga" } });
      if (!outcome.ok) throw new Error(outcome.sentence);
      return outcome.data;
    },
  };
}

const short = (amount: string) => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount);

/** Until the rail pays out, a stand-in names the address that its deposits are swept to. */
function sweepFromDepositAddresses({ ctx }: Exchange): void {
  const { rails } = ctx;
  const standIn: PayoutRail = { ...rails.payoutFor("usdt-erc20"), id: "evm" };
  const payoutsOf = (asset: string) =>
    rails.depositFor(asset)?.id === "evm" ? [...rails.payoutsOf(asset), standIn] : rails.payoutsOf(asset);
  ctx.rails = {
    ...rails,
    payoutsOf,
    payoutFor: (asset) => payoutsOf(asset)[0] ?? rails.payoutFor(asset),
    payoutRail: (asset) => payoutsOf(asset)[0]?.id,
  };
}
