import type { Mailer } from "../../mail/delivery/mailer.ts";
import type { Context } from "../../ports/context.ts";
import { tellOperator } from "./differences-email.ts";
import { reconcile } from "./reconcile.ts";
import { lastTried } from "./reconciliations.ts";

const hourMs = 3_600_000;
const everyMs = 24 * hourMs;

/**
 * Compares each rail that has a statement once a day, again an hour later where its network did not answer, and tells the
 * operator of new differences. Two processes at once may both compare; the operator gets one email.
 */
export async function reconcileDue(ctx: Context, mailer: Mailer): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const { rail, take } of ctx.rails.statements()) {
    if (!take) continue;
    const last = await lastTried(ctx.db.orm, rail);
    const waitMs = last?.state === "unavailable" ? hourMs : everyMs;
    if (!last || now - last.at.getTime() >= waitMs) {
      const { state, why, differences } = await reconcile(ctx, { rail, take });
      if (state !== "matched") ctx.log.error({ rail, why, differences }, "a rail and the ledger could not be matched");
    }
    await tellOperator(ctx, mailer, rail);
  }
}
