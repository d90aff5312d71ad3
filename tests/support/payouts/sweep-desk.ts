import { eq } from "drizzle-orm";
import { outgoing, payment } from "../../../upstream/db/schema/index.ts";
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

/** A service with a member whose deposits have to be swept, over a scripted rail where each transfer settles at once. */
export type SweepDesk = {
  service: Exchange;
  anna: Member;
  address: string;
  rail: ScriptedRail;
  deposits(): Promise<bigint>;
  hot(): Promise<bigint>;
  /** What lies at deposit addresses, its sweep under way or not. */
  posted(): Promise<bigint>;
  inBooks(account: string): Promise<bigint>;
  sweeps(): Promise<(typeof outgoing.$inferSelect)[]>;
  paymentsOf(ref: string): Promise<(typeof payment.$inferSelect)[]>;
  operator(command: string, args: Record<string, string>): ReturnType<typeof runCommand>;
  /** A final deposit to Anna's wallet. */
  arrives(railPaymentId: string, amount: bigint): Promise<unknown>;
  /** The network takes that deposit back. */
  vanishes(railPaymentId: string): Promise<unknown>;
  sweep(): Promise<void>;
};

export async function sweepDesk(): Promise<SweepDesk> {
  const service = await exchange({ settings: { PAYOUT_CAPS: "usdt-trc20:600/700/800" } });
  const { member: anna, address } = await walletOf(service);
  const rail = scriptRails(service.ctx);
  rail.reading = { state: "settled", txId: "s1", networkFee: sweepFee };
  const inBooks = (account: string) => available(service.ctx.db.orm, account);
  return {
    ...{ service, anna, address, rail, inBooks },
    deposits: () => inBooks(accounts.deposits(tron, usdt)),
    posted: () => posted(service.ctx.db.orm, accounts.deposits(tron, usdt)),
    hot: () => inBooks(accounts.rail(tron, usdt)),
    sweeps: () => selectMovements(service.ctx.db.orm).where(eq(outgoing.kind, "sweep")),
    paymentsOf: (ref) => service.ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref)),
    operator: (command, args) =>
      runCommand(service.ctx, {
        command,
        args: { reason: "counted", anyway: "yes", ...args },
        operator: { name: "boris" },
      }),
    arrives: (railPaymentId, amount) =>
      report(service, address, { railPaymentId, amount, state: "final", place: "deposits" }),
    vanishes: (railPaymentId) => report(service, address, { railPaymentId, state: "gone", place: "deposits" }),
    async sweep() {
      await sweepDue(service.ctx);
      await service.runJobs();
    },
  };
}
