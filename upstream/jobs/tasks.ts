import type { Context } from "../context.ts";
import { upkeep } from "../db/pglite/upkeep.ts";
import { answerReserveRequests } from "../orders/reserve-requests/notify-reserve-requests.ts";
import { sweep } from "../orders/sweep.ts";
import type { Task } from "../ports/jobs.ts";
import { playDue } from "../rails/sandbox/due.ts";

/** What the service does again and again, from its start. */
export function serviceTasks(ctx: Context): Task[] {
  return [
    { name: "deadlines", everySeconds: 5, run: () => sweep(ctx) },
    { name: "sandbox rails", everySeconds: sandboxTurnSeconds(ctx.env.SANDBOX_PACE_MS), run: () => playDue(ctx) },
    { name: "reserve requests", everySeconds: 15, run: () => answerReserveRequests(ctx) },
    { name: "database upkeep", everySeconds: 600, firstAfterSeconds: 60, run: () => upkeep(ctx.db) },
  ];
}

/** Often enough to keep the pace, seldom enough to leave the embedded database in peace. */
function sandboxTurnSeconds(paceMs: number): number {
  return Math.min(2, Math.max(0.25, paceMs / 2000));
}
