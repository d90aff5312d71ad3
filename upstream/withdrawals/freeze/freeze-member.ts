import { eq } from "drizzle-orm";
import type { ClientOrigin } from "../../accounts/client-origin.ts";
import type { FreezeRow } from "../../accounts/security/freeze-in-force.ts";
import type { Tx } from "../../db/database.ts";
import { accountFreeze, type StoppedByFreeze } from "../../db/schema/account-freeze.ts";
import { holdFrozen } from "../../payouts/hold.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { type FreezeDoor, type Frozen, freezeAccount } from "../freeze-account.ts";
import { movementsUnderWay } from "../stop-withdrawals.ts";
import { stopOrders, unendedOrders } from "./stop-orders.ts";

export type FreezeRequest = {
  memberId: string;
  by: FreezeDoor;
  origin: ClientOrigin;
  now: Date;
};

/**
 * The freeze behind every door. Nothing may leave the member's wallets until it is over: what was not handed over to the
 * payout guard is cancelled, what the guard has not sent is held, orders that were paid from a wallet and are not sent are
 * refunded into it; all of it in whole amounts. Ends sessions and forgets young addresses. Asked for again, it is the same
 * freeze, which may last longer. Refuses a closed account with `code_expired`, and a session that has ended.
 */
export async function freezeMember(ctx: Context, request: FreezeRequest): Promise<FreezeRow | Refusal> {
  const begun = await ctx.db.transaction((tx) => beginFreeze(tx, ctx, request));
  if (isRefusal(begun)) return begun;
  ctx.jobs.wakeWorkers();
  await stopOrders(ctx, begun.freeze.stopped.orders);
  return begun.freeze;
}

/** `frozen`, `held`, `onTheirWay`: what this call has done; `freeze` has what all of them have done. */
export type BegunFreeze = { freeze: FreezeRow; frozen: Frozen; held: string[]; onTheirWay: string[] };

/** All of it but the orders, which `stopOrders` ends after the commit. */
export async function beginFreeze(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  { memberId, by, origin, now }: FreezeRequest,
): Promise<BegunFreeze | Refusal> {
  const seconds = by.cause === "operator" ? by.days * 86_400 : ctx.policy.withdrawals.reportedFreezeSeconds;
  const until = new Date(now.getTime() + seconds * 1000);
  const frozen = await freezeAccount(tx, ctx, memberId, { by, until, origin, now });
  if (isRefusal(frozen)) return frozen;
  const [held, onTheirWay]: [string[], string[]] = [[], []];
  for (const { withdrawal, movement } of await movementsUnderWay(tx, memberId))
    ((await holdFrozen(tx, movement.id, now)) ? held : onTheirWay).push(withdrawal.id);
  const stopped: StoppedByFreeze = {
    withdrawals: frozen.stopped.map(({ id }) => id),
    held,
    orders: await unendedOrders(tx, memberId),
    addresses: frozen.addresses.map(({ asset, label, account, createdAt }) => {
      return { asset, label, account, savedAt: createdAt.toISOString() };
    }),
    sessions: frozen.sessions.map(({ client, address, createdAt }) => {
      return { client, address, since: createdAt.toISOString() };
    }),
    sessionKept: by.cause === "owner" && by.keepSession !== null,
  };
  const freeze = await storeFreeze(tx, ctx, frozen.before, {
    memberId,
    cause: by.cause,
    startedAt: now,
    until: frozen.until,
    stopped,
  });
  return { freeze, frozen, held, onTheirWay };
}

/** Under the member's lock, so that there is one in force. */
async function storeFreeze(
  tx: Tx,
  ctx: Pick<Context, "ids">,
  before: FreezeRow | undefined,
  begun: Omit<FreezeRow, "id" | "endedAt">,
): Promise<FreezeRow> {
  if (!before) {
    const row = { ...begun, id: ctx.ids.newId("fz"), endedAt: null };
    await tx.insert(accountFreeze).values(row);
    return row;
  }
  const change = { until: begun.until, stopped: together(before.stopped, begun.stopped) };
  await tx.update(accountFreeze).set(change).where(eq(accountFreeze.id, before.id));
  return { ...before, ...change };
}

function together(first: StoppedByFreeze, next: StoppedByFreeze): StoppedByFreeze {
  const all = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
  return {
    withdrawals: all(first.withdrawals, next.withdrawals),
    held: all(first.held, next.held),
    orders: all(first.orders, next.orders),
    addresses: [...first.addresses, ...next.addresses],
    sessions: [...first.sessions, ...next.sessions],
    sessionKept: next.sessionKept,
  };
}
