import { and, asc, eq, inArray } from "drizzle-orm";
import { evmTransaction } from "../../../upstream/db/schema/evm-payouts.ts";
import { addressBalance, outgoing, sweepPart, walletAddress } from "../../../upstream/db/schema/index.ts";
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
  /** Asks for what is worth sweeping, and takes the first step. */
  sweep(): Promise<void>;
  /** Mines blocks, then does what the tasks do every few seconds: sends again, and takes the next step of what is open. */
  turn(blocks?: number): Promise<void>;
  /** Turns until no sweep is open. */
  finish(): Promise<void>;
  sweeps(): Promise<{ id: string; status: string; amount: bigint }[]>;
  parts(): Promise<(typeof sweepPart.$inferSelect)[]>;
  signed(step: "payout" | "topup" | "sweep"): Promise<(typeof evmTransaction.$inferSelect)[]>;
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
  const [hot, gas] = [key.hot.shown, key.gas.shown];
  const run: SweepExchange["run"] = (command, args) =>
    runCommand(service.ctx, { command, args, operator: { name: "olga" } });
  const { open, sweeps, parts, signed } = asksFor(orm);
  const turn = async (blocks = 3) => {
    await chain.mine(blocks);
    await railTasks(service.ctx)
      .find(({ name }) => name === "ethereum payouts")
      ?.run();
    for (const { id } of await open()) await advance(service.ctx, id);
    await service.runJobs();
  };
  await ethereum.read();
  for (const account of [hot, gas]) await chain.pay(account, ether);
  await chain.mine(3);
  await ethereum.read();
  const fills = await ethereum.shows("evm fills");
  for (const { fill } of Array.isArray(fills) ? fills : []) {
    const booked = await run("evm book-fill", { fill: String(fill), reason: "first money", anyway: "yes" });
    if (!booked.ok) throw new Error(booked.sentence);
  }
  return {
    ...{ ...ethereum, hot, gas, run, turn, sweeps, parts, signed },
    async depositsOf(count, amount, asset = tether) {
      const addresses: string[] = [];
      for (let at = 0; at < count; at += 1) addresses.push(await paidAddress(service, chain, { usdt, amount, asset }));
      await chain.mine(3);
      await ethereum.read();
      return addresses;
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
    differences: () => differencesOf(service, chain, { hot, gas, usdt }),
  };
}

type Orm = EvmExchange["service"]["ctx"]["db"]["orm"];

const asksFor = (orm: Orm) => ({
  open: () =>
    orm
      .select({ id: outgoing.id })
      .from(outgoing)
      .where(and(eq(outgoing.kind, "sweep"), inArray(outgoing.status, ["sending", "sent"]))),
  sweeps: () =>
    orm
      .select({ id: outgoing.id, status: outgoing.status, amount: outgoing.amount })
      .from(outgoing)
      .where(eq(outgoing.kind, "sweep"))
      .orderBy(asc(outgoing.createdAt), asc(outgoing.id)),
  parts: () => orm.select().from(sweepPart).orderBy(asc(sweepPart.sweepId), asc(sweepPart.address)),
  signed: (step: "payout" | "topup" | "sweep") =>
    orm.select().from(evmTransaction).where(eq(evmTransaction.step, step)).orderBy(asc(evmTransaction.seq)),
});

/** A wallet's address with `amount` on its way there. */
async function paidAddress(
  service: EvmExchange["service"],
  chain: TestChain,
  { usdt, amount, asset }: { usdt: string; amount: bigint; asset: string },
): Promise<string> {
  const { ctx } = service;
  const id = `wa_${asset}_${ctx.ids.newId("w")}`;
  const issued = await ctx.rails.depositFor(asset)?.issue({ key: id, asset });
  const address = issued?.address ?? "";
  const row = { id, memberId: null, asset, rail: "evm", address, issuedAt: ctx.clock.now() };
  await ctx.db.orm.insert(walletAddress).values(row);
  await (asset === "eth" ? chain.pay(address, amount) : chain.payToken(usdt, address, amount));
  return address;
}

async function differencesOf(
  { ctx }: EvmExchange["service"],
  chain: TestChain,
  { hot, gas, usdt }: { hot: string; gas: string; usdt: string },
): Promise<string[]> {
  const { orm } = ctx.db;
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
  return [...differences, ...(await verify(ctx.db)).map(({ sentence }) => sentence)];
}
