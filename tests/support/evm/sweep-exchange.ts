import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import { z } from "zod/v4";
import { evmTransaction } from "../../../upstream/db/schema/evm-payouts.ts";
import { addressBalance, outgoing, payoutGuard, sweepPart, walletAddress } from "../../../upstream/db/schema/index.ts";
import { posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepDue } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import type { TestChain } from "./chain.ts";
import { type EvmExchange, evmExchange, testAccount } from "./evm-exchange.ts";
import { ether, type TestSigner } from "./payout-exchange.ts";

export const tether = "usdt-erc20";

export type SweepExchange = EvmExchange & {
  hot: string;
  gas: string;
  /** Deposit addresses of wallets, each with `amount` that is final. */
  depositsOf(count: number, amount: bigint, asset?: string): Promise<string[]>;
  /** The same address gets another asset, too. */
  alsoAt(address: string, amount: bigint, asset: string): Promise<void>;
  /** Asks for what is worth sweeping, and takes the first step. */
  sweep(): Promise<void>;
  /** Mines blocks, then does what the tasks do every few seconds: sends again, and takes the next step of what is open. */
  turn(blocks?: number): Promise<void>;
  /** The next step of each sweep that is open, as the payout guard takes it. */
  step(): Promise<void>;
  /** Turns until no sweep is open. */
  finish(): Promise<void>;
  sweeps(): Promise<{ id: string; status: string; amount: bigint }[]>;
  parts(): Promise<(typeof sweepPart.$inferSelect)[]>;
  signed(step: "payout" | "topup" | "sweep"): Promise<(typeof evmTransaction.$inferSelect)[]>;
  /** Why movements wait. */
  why(): Promise<(string | null)[]>;
  run(command: string, args: Record<string, string>): ReturnType<typeof runCommand>;
  /** Where ledger and chain differ, at the account that pays out, the gas account and each address; and what is booked wrong. */
  differences(): Promise<string[]>;
};

/** An exchange on a real node whose hot account and gas account have one ETH each, filled from outside and booked. */
export async function sweepExchange(
  chain: TestChain,
  { usdt, signer, settings = {} }: { usdt: string; signer: TestSigner; settings?: Record<string, string> },
): Promise<SweepExchange> {
  const chosen = { SIGNER_SOCKET: signer.socket, ...settings };
  const ethereum = await evmExchange(chain, { tokens: { [tether]: usdt } }, { settings: chosen });
  const { service } = ethereum;
  const { orm } = service.ctx.db;
  const key = readAccountKey(testAccount.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  const [hot, gas] = [key.hot.checksummed, key.gas.checksummed];
  const run: SweepExchange["run"] = (command, args) =>
    runCommand(service.ctx, { command, args, operator: { name: "olga" } });
  const { open, ...questions } = asksFor(orm);
  const { sweeps } = questions;
  const step = async () => {
    for (const { id } of await open()) await advance(service.ctx, id);
  };
  const turn = async (blocks = 3) => {
    await chain.mine(blocks);
    await railTasks(service.ctx)
      .find(({ name }) => name === "ethereum payouts")
      ?.run();
    await step();
    await ethereum.read();
  };
  await ethereum.read();
  for (const account of [hot, gas]) await chain.pay(account, ether);
  await chain.mine(3);
  await ethereum.read();
  for (const { fill } of z.array(z.object({ fill: z.string() })).parse(await ethereum.shows("evm fills"))) {
    const booked = await run("evm book-fill", { fill, reason: "first money", anyway: "yes" });
    if (!booked.ok) throw new Error(booked.sentence);
  }
  return {
    ...{ ...ethereum, hot, gas, run, step, turn, ...questions },
    async depositsOf(count, amount, asset = tether) {
      const addresses: string[] = [];
      for (let at = 0; at < count; at += 1) addresses.push(await paidAddress(service, chain, { usdt, amount, asset }));
      await chain.mine(3);
      await ethereum.read();
      return addresses;
    },
    async alsoAt(address, amount, asset) {
      await payAddress(chain, address, { usdt, amount, asset });
      await chain.mine(3);
      await ethereum.read();
    },
    async sweep() {
      await sweepDue(service.ctx);
      await service.runJobs();
    },
    async finish() {
      for (let turns = 0; turns < 12; turns += 1) {
        await turn();
        if ((await sweeps()).every(({ status }) => status !== "sending")) return;
      }
      throw new Error("A sweep does not end");
    },
    differences: () => chainDifferences(service.ctx, chain, { hot, gas, usdt }),
  };
}

type Orm = EvmExchange["service"]["ctx"]["db"]["orm"];

const asksFor = (orm: Orm) => ({
  open: () =>
    orm
      .select({ id: outgoing.id })
      .from(outgoing)
      .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
      // What is settled is read again while its network may take it back.
      .where(and(eq(outgoing.kind, "sweep"), or(eq(outgoing.status, "sending"), isNotNull(payoutGuard.nextReadAt)))),
  sweeps: () =>
    orm
      .select({ id: outgoing.id, status: outgoing.status, amount: outgoing.amount })
      .from(outgoing)
      .where(eq(outgoing.kind, "sweep"))
      .orderBy(asc(outgoing.createdAt), asc(outgoing.id)),
  why: async () => (await orm.select().from(payoutGuard).orderBy(asc(payoutGuard.outgoingId))).map(({ why }) => why),
  parts: () => orm.select().from(sweepPart).orderBy(asc(sweepPart.sweepId), asc(sweepPart.address)),
  signed: (step: "payout" | "topup" | "sweep") =>
    orm.select().from(evmTransaction).where(eq(evmTransaction.step, step)).orderBy(asc(evmTransaction.seq)),
});

type Paid = { usdt: string; amount: bigint; asset: string };

/** A wallet's address with `amount` on its way there. */
async function paidAddress({ ctx }: EvmExchange["service"], chain: TestChain, paid: Paid): Promise<string> {
  const { asset } = paid;
  const id = ctx.ids.newId("wa");
  const issued = await ctx.rails.depositFor(asset)?.issue({ key: id, asset });
  const address = issued?.address ?? "";
  const row = { id, memberId: null, asset, rail: "evm", address, issuedAt: ctx.clock.now() };
  await ctx.db.orm.insert(walletAddress).values(row);
  await payAddress(chain, address, paid);
  return address;
}

const payAddress = (chain: TestChain, address: string, { usdt, amount, asset }: Paid) =>
  asset === "eth" ? chain.pay(address, amount) : chain.payToken(usdt, address, amount);

/** Where ledger and chain differ, at both of our accounts and at each address; and what is booked wrong. */
export async function chainDifferences(
  { db }: Pick<EvmExchange["service"]["ctx"], "db">,
  chain: Pick<TestChain, "balance">,
  { hot, gas, usdt }: { hot: string; gas: string; usdt: string },
): Promise<string[]> {
  const { orm } = db;
  const differences: string[] = [];
  const compare = (place: string, ledger: bigint, there: bigint) => {
    if (ledger !== there) differences.push(`${place}: ledger ${ledger}, chain ${there}`);
  };
  const rows = await orm.select().from(addressBalance).where(eq(addressBalance.rail, "evm"));
  const sumAt = (place: string, asset: string) =>
    rows
      .filter((row) => row.address === place && row.asset === asset)
      .reduce((sum, { lying, ours }) => sum + lying + ours, 0n);
  for (const [asset, token] of [
    [tether, usdt],
    ["eth", undefined],
  ] as const) {
    compare(`hot ${asset}`, await posted(orm, accounts.rail("evm", asset)), await chain.balance(hot, token));
    for (const address of new Set(rows.map((row) => row.address)))
      compare(`${address} ${asset}`, sumAt(address, asset), await chain.balance(address, token));
  }
  compare("gas eth", await posted(orm, accounts.gas("evm", "eth")), await chain.balance(gas));
  return [...differences, ...(await verify(db)).map(({ sentence }) => sentence)];
}
