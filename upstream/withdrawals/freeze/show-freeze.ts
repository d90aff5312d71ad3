import { and, desc, eq, gte } from "drizzle-orm";
import { explorerLink } from "../../../contract/market/explorer-link.ts";
import type { AccountFreeze } from "../../../contract/member/freeze.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { FreezeRow } from "../../accounts/security/freeze-in-force.ts";
import { securityEvent } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketAsset } from "../../ports/market.ts";
import { type FrozenMoney, frozenMoney, type SentMoney, sentMoney } from "./frozen-money.ts";

/** A freeze as the contract has it, with what has become of its money by now. */
export async function showFreeze(
  ctx: Pick<Context, "db" | "market" | "policy" | "rails">,
  row: FreezeRow,
  { email, timezone }: { email: string; timezone: string },
  now: Date,
): Promise<AccountFreeze> {
  const { assets } = await ctx.market.terms();
  const since = new Date(row.startedAt.getTime() - ctx.policy.withdrawals.freezeLookBackSeconds * 1000);
  const stopped = await frozenMoney(ctx.db.orm, row);
  const { recent, before } = await sentMoney(ctx.db.orm, row, since);
  const view = viewOf(assets);
  const sums = (rows: readonly Sum[]) =>
    sumsOf(rows).map(({ asset, amount }) => ({ asset, amount: view.amount(asset, amount) }));
  const hasLeft = new Set(recent.map(({ id }) => id));
  return {
    cause: row.cause,
    frozen_at: row.startedAt.toISOString(),
    frozen_until: (row.endedAt ?? row.until).toISOString(),
    is_over: row.endedAt !== null || row.until <= now,
    stopped: stopped.map(view.stopped),
    returned: sums(stopped.filter(({ state }) => state === "returned" || state === "returning")),
    held_sums: sums(stopped.filter(({ state }) => state === "held")),
    left_sums: sums([...recent, ...stopped.filter(({ id, state }) => state === "leaving" && !hasLeft.has(id))]),
    addresses_removed: row.stopped.addresses.map(({ savedAt, ...address }) => ({ ...address, saved_at: savedAt })),
    left_since: since.toISOString(),
    left: recent.map(view.sent),
    left_before: before ? view.sent(before) : null,
    sessions_ended: row.stopped.sessions,
    session_kept: row.stopped.sessionKept,
    email: masked(email),
    email_changed_at: (await emailChangedAt(ctx, row))?.toISOString() ?? null,
    timezone,
  };
}

/** Looks back as far as a report link is valid: the person who reports may no longer have access to the account's mailbox. */
async function emailChangedAt(
  { db, policy }: Pick<Context, "db" | "policy">,
  { memberId, startedAt }: FreezeRow,
): Promise<Date | null> {
  const since = new Date(startedAt.getTime() - policy.withdrawals.reportLinkSeconds * 1000);
  const { memberId: ofMember, event, at } = securityEvent;
  const [change] = await db.orm
    .select({ at })
    .from(securityEvent)
    .where(and(eq(ofMember, memberId), eq(event, "email_changed"), gte(at, since)))
    .orderBy(desc(at))
    .limit(1);
  return change?.at ?? null;
}

function viewOf(assets: readonly MarketAsset[]) {
  const assetOf = (id: string) => assets.find((row) => row.id === id);
  const amount = (asset: string, minor: bigint) => formatDecimal(minor, assetOf(asset)?.decimals ?? 0);
  const money = (movement: FrozenMoney | SentMoney) => ({
    kind: movement.kind,
    id: movement.id,
    asset: movement.asset,
    to_asset: movement.toAsset,
    account: movement.account,
    label: movement.label,
    amount: amount(movement.asset, movement.amount),
  });
  return {
    amount,
    stopped: (movement: FrozenMoney) => ({
      ...money(movement),
      ...{ state: movement.state, would_leave_at: movement.wouldLeaveAt?.toISOString() ?? null },
    }),
    sent: (movement: SentMoney) => {
      const tx =
        movement.txId === null
          ? null
          : { id: movement.txId, url: explorerLink(assetOf(movement.toAsset)?.explorerTx, movement.txId) };
      return { ...money(movement), sent_at: movement.sentAt.toISOString(), tx };
    },
  };
}

type Sum = { asset: string; amount: bigint };

/** By asset, in the order in which they are named first. */
function sumsOf(rows: readonly Sum[]): Sum[] {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of rows) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].map(([asset, amount]) => ({ asset, amount }));
}

/** `m•••a@example.com`: its owner recognises it. */
function masked(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, 1)}•••${name.length > 2 ? name.slice(-1) : ""}@${host}`;
}
