import { desc, eq } from "drizzle-orm";
import type { Context } from "../../../context.ts";
import { sandboxSession } from "../../../db/schema/index.ts";
import { deliverDue } from "./deliver.ts";
import { type Payment, payInto } from "./pay.ts";
import { standing } from "./session-store.ts";

/**
 * The panel of the order page plays a payer at the gateway, past its page; what it reports first is reported at once.
 * `after` as in `Payment`; left out, it is one more payment. False when there is no session to pay into.
 */
export async function payAtGateway(
  ctx: Context,
  ref: string,
  payment: Pick<Payment, "asset" | "amount" | "vanishes"> & { after?: number },
): Promise<boolean> {
  const now = ctx.clock.now();
  const [session] = await ctx.db.orm
    .select({ id: sandboxSession.id })
    .from(sandboxSession)
    .where(eq(sandboxSession.reference, ref))
    .orderBy(desc(sandboxSession.createdAt))
    .limit(1);
  if (!session) return false;
  const { begun } = await standing(ctx.db.orm, session.id, now);
  await payInto(ctx, session.id, { after: begun.length, ...payment, startsAt: now });
  await deliverDue(ctx);
  return true;
}
