import { asc, eq } from "drizzle-orm";
import { order, outgoing, payment, sweepPart } from "../../../upstream/db/schema/index.ts";
import { available, posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { sweepDue } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../service/exchange.ts";
import type { Member } from "../service/members.ts";
import { report, walletOf } from "../wallets/deposits.ts";
import { type ScriptedRail, scriptRails } from "./scripted-rail.ts";

export const usdt = "usdt-trc20";
export const tron = "sandbox-tron";
export const sweepFee = { asset: "trx", amount: 5n };

/** A service with members whose deposits have to be swept, over a scripted rail where each transfer settles at once. */
export type SweepDesk = {
  service: Exchange;
  anna: Member;
  /** Of Anna's wallet, and of two others. */
  addresses: readonly string[];
  rail: ScriptedRail;
  deposits(): Promise<bigint>;
  hot(): Promise<bigint>;
  /** What lies at deposit addresses, its sweep under way or not. */
  posted(): Promise<bigint>;
  inBooks(account: string): Promise<bigint>;
  sweeps(): Promise<(typeof outgoing.$inferSelect)[]>;
  partsOf(sweepId: string): Promise<(typeof sweepPart.$inferSelect)[]>;
  addressOf(ref: string): Promise<string>;
  paymentsOf(ref: string): Promise<(typeof payment.$inferSelect)[]>;
  operator(command: string, args: Record<string, string>): ReturnType<typeof runCommand>;
  /** A final deposit to Anna's wallet, or to that of the nth address. */
  arrives(railPaymentId: string, amount: bigint, nth?: number): Promise<unknown>;
  /** The network takes that deposit back. */
  vanishes(railPaymentId: string, nth?: number): Promise<unknown>;
  sweep(): Promise<void>;
};

export async function sweepDesk(): Promise<SweepDesk> {
  const service = await exchange({ settings: { PAYOUT_CAPS: "usdt-trc20:600/700/800", SWEEP_COST_PERCENT: "100" } });
  const { member: anna, address } = await walletOf(service);
  const addresses = [address];
  for (const email of ["boris@example.com", "clara@example.com"])
    addresses.push((await walletOf(service, email)).address);
  const rail = scriptRails(service.ctx);
  rail.reading = { state: "settled", txId: "s1", networkFee: sweepFee };
  const inBooks = (account: string) => available(service.ctx.db.orm, account);
  return {
    ...{ service, anna, addresses, rail, inBooks },
    deposits: () => inBooks(accounts.deposits(tron, usdt)),
    posted: () => posted(service.ctx.db.orm, accounts.deposits(tron, usdt)),
    hot: () => inBooks(accounts.rail(tron, usdt)),
    sweeps: () => selectMovements(service.ctx.db.orm).where(eq(outgoing.kind, "sweep")),
    partsOf: (sweepId) =>
      service.ctx.db.orm.select().from(sweepPart).where(eq(sweepPart.sweepId, sweepId)).orderBy(asc(sweepPart.address)),
    addressOf: async (ref) =>
      (await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref)))[0]?.payinAddress ?? "",
    paymentsOf: (ref) => service.ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref)),
    operator: (command, args) =>
      runCommand(service.ctx, {
        command,
        args: { reason: "counted", anyway: "yes", ...args },
        operator: { name: "boris" },
      }),
    arrives: (railPaymentId, amount, nth = 0) =>
      report(service, addresses[nth] ?? "", { railPaymentId, amount, state: "final", place: "deposits" }),
    vanishes: (railPaymentId, nth = 0) =>
      report(service, addresses[nth] ?? "", { railPaymentId, state: "gone", place: "deposits" }),
    async sweep() {
      await sweepDue(service.ctx);
      await service.runJobs();
    },
  };
}
