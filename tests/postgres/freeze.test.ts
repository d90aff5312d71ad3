import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { member } from "../../upstream/db/schema/accounts.ts";
import { payoutStop } from "../../upstream/db/schema/index.ts";
import { advance } from "../../upstream/payouts/advance.ts";
import { scriptRails } from "../support/payouts/scripted-rail.ts";
import { type Exchange, exchange } from "../support/service/exchange.ts";
import { waitingLocks } from "../support/service/waiting-locks.ts";
import { confirmed, movementOf, readyMember } from "../support/withdrawals/withdrawals.ts";

const somebodyWaits = ({ ctx }: Exchange) => expect.poll(() => waitingLocks(ctx.db)).toBeGreaterThanOrEqual(1);

test("a freeze that begins while the payout guard is about to send a withdrawal is waited for, and nothing is sent", async () => {
  const service = await exchange();
  const anna = await readyMember(service);
  const rail = scriptRails(service.ctx);
  const { orm } = service.ctx.db;
  // It is approved and prepared up to the last step.
  rail.preparation = { state: "wait", reason: "coins" };
  const { id } = await confirmed(service, anna);
  await orm.insert(payoutStop).values({ rail: "*", actor: "boris", reason: "a pause", at: service.ctx.clock.now() });
  rail.preparation = undefined;
  const movement = `${id}-withdrawal-1`;
  await advance(service.ctx, movement);
  expect(await movementOf(service, id)).toMatchObject({ state: "prepared" });
  await orm.delete(payoutStop);
  const sending = await service.ctx.db.transaction(async (tx) => {
    const until = new Date(service.ctx.clock.now().getTime() + 86_400_000);
    await tx.update(member).set({ withdrawalsFrozenUntil: until }).where(eq(member.id, anna.id));
    const sent = advance(service.ctx, movement);
    await Promise.race([sent, somebodyWaits(service)]);
    return { sent };
  });
  await sending.sent;
  expect(rail.sent.size).toBe(0);
  expect(await movementOf(service, id)).toMatchObject({ state: "held", why: "frozen" });
});
