import type { PayoutRail, Reading } from "../../ports/payout-rail.ts";
import type { RailDesk } from "../registration.ts";
import { paypalByHand, taskSettings } from "./settings.ts";
import { createTask, type EntryRow, type TaskRow, taskEntriesOf, taskOf } from "./task-store.ts";
import { rememberedUsualMinutes } from "./usual-time.ts";

/**
 * Payouts and refunds that a person makes at PayPal. Nothing is sent by `broadcast`: it makes the task, and `read` answers with
 * what people have entered and confirmed about it.
 */
export function handPayout(desk: RailDesk): PayoutRail {
  return {
    id: paypalByHand,
    gas: null,
    sweepGas: null,
    gasNow: async () => ({ charged: 0n, transfer: 0n, sweep: 0n }),
    hotAddress: null,
    withinMinutes: taskSettings(desk.env.railSettings).withinHours * 60,
    usualMinutes: rememberedUsualMinutes(desk, ["pay"]),
    async prepare({ id, account }) {
      if (isOwnAccount(desk, account)) return { state: "refused", reason: "own_account" };
      return { state: "prepared", plan: id };
    },
    async broadcast({ id, kind, asset, amount }) {
      await createTask(desk, desk.db.orm, {
        kind: kind === "refund" ? "refund" : "pay",
        movementId: id,
        asset,
        amount,
      });
    },
    async read({ id }) {
      const task = await taskOf(desk.db.orm, { movementId: id });
      return task ? readingOf(task, await taskEntriesOf(desk.db.orm, task.number)) : { state: "unknown" };
    },
  };
}

const isOwnAccount = ({ env }: Pick<RailDesk, "env">, account: string): boolean =>
  taskSettings(env.railSettings).accounts.includes(account.trim().toLowerCase());

/** What became of the movement of a task. A task that was given up is read as reverted: nothing was sent. */
function readingOf({ state, asset }: TaskRow, entries: readonly EntryRow[]): Reading {
  const confirmed = entries.filter((entry) => entry.state === "confirmed");
  const paid = confirmed.find(({ kind }) => kind === "paid");
  if (!paid) {
    if (state === "failed") return { state: "reverted", reason: "not_accepted", networkFee: null };
    return { state: "pending", progress: { waits: "review", confirmations: 0, required: 0, fee: null } };
  }
  const { tx, fee, amount: sent } = paid;
  const ended = { txId: tx ?? "", networkFee: fee ? { asset, amount: fee } : null };
  const back = confirmed.find(({ kind }) => kind === "returned");
  if (!back) return { state: "settled", ...ended };
  return { state: "returned", ...ended, amount: back.amount === sent ? null : back.amount };
}
