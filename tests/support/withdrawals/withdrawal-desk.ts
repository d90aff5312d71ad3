import { expect } from "vitest";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type ScriptedRail, scriptRails } from "../payouts/scripted-rail.ts";
import { type Exchange, exchange } from "../service/exchange.ts";
import { by, type Member, password, signedIn } from "../service/members.ts";
import { figures } from "../wallets/deposits.ts";
import { confirmed, movementOf, readyMember, reportKey } from "./withdrawals.ts";

/** A service with a member who can withdraw 1,000, over a scripted rail where each transfer settles at once. */
export type WithdrawalDesk = {
  service: Exchange;
  anna: Member;
  rail: ScriptedRail;
  wallet(): ReturnType<typeof figures>;
  /** The kinds of the member's emails. */
  emailed(): Promise<string[]>;
  operator(command: string, args: Record<string, string>, name?: string): ReturnType<typeof runCommand>;
};

/** What the member's wallet has before anything was asked for. */
export const whole = { posted: "1000.000000", available: "1000.000000", held: "0.000000" };

export async function withdrawalDesk(): Promise<WithdrawalDesk> {
  const service = await exchange();
  const anna = await readyMember(service);
  const rail = scriptRails(service.ctx);
  rail.reading = { state: "settled", txId: "t1", networkFee: { asset: "trx", amount: 5n } };
  return {
    ...{ service, anna, rail },
    wallet: () => figures(service, anna),
    emailed: async () => (await service.emails(anna.email)).map(({ kind }) => kind),
    operator: (command, args, name = "boris") =>
      runCommand(service.ctx, { command, args: { reason: "she called us", ...args }, operator: { name } }),
  };
}

/** Asks the rail again about movements that are not over. */
export async function resume({ service }: WithdrawalDesk): Promise<void> {
  await resumeWaiting(service.ctx);
  await service.runJobs();
}

const newPassword = "another horse entirely";

/** How an account is frozen and had back. The member's session is the new one afterwards. */
export function freezing(desk: WithdrawalDesk) {
  const { service, anna, rail } = desk;
  return {
    newPassword,
    /** Freezes withdrawals for a day. */
    async changesPassword() {
      const body = { current_password: password, password: newPassword, two_factor_code: null };
      const changed = await service.call("memberSettingsPassword", { body, ...by(anna.token) });
      anna.token = changed.reply().data.access_token;
    },
    async signsInAgain() {
      const { data } = (await service.call("signin", { body: { email: anna.email, password: newPassword } })).reply();
      if (data["2fa"]) throw new Error("No second factor is set up");
      anna.token = data.access_token;
    },
    /** Freezes them for a week, and ends all sessions. */
    async reports() {
      const body = { key: await reportKey(service, anna.email) };
      const { data } = (await service.call("withdrawalsReport", { body })).reply();
      anna.token = await signedIn(service, anna.email);
      return data;
    },
    /** A withdrawal that the payout guard has and its rail cannot send yet. */
    async waitingAtTheRail() {
      rail.preparation = { state: "wait", reason: "coins" };
      const withdrawal = await confirmed(service, anna);
      expect(await movementOf(service, withdrawal.id)).toMatchObject({ state: "approved" });
      return withdrawal;
    },
    /** An operator ends the freeze. */
    unfreeze: (args: Record<string, string> = {}) => desk.operator("members unfreeze", { email: anna.email, ...args }),
    /** The rail can send again. */
    async railHasCoins() {
      rail.preparation = undefined;
      await resume(desk);
    },
  };
}
