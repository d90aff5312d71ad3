import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { type IdentityQuestions, identityFields } from "../../../contract/order/identity.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { identityParty, type order, orderEvent } from "../../db/schema/index.ts";
import { lockParties, selectOtherCents } from "../../db/sql/identity-statements.ts";
import { turnoverCents } from "../../market/rules/loyalty.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair, MarketSnapshot } from "../../ports/market.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { blockKeysOf } from "../blocks/rules/block-keys.ts";
import { identityOfMember, identityOfOrder, isIdentified } from "./identity-record.ts";
import { countedDays, needsIdentity } from "./rules/identity-limit.ts";
import { type Answers, isIdentityAnswered, isPersonKnown } from "./rules/read-identity.ts";

export type IdentityContext = Pick<Context, "clock" | "env">;
type Reader = Pick<Orm, "execute" | "select">;
type Row = typeof order.$inferSelect;
/** An order with its pair: which amounts it has, and whether it transfers crypto. */
type Priced = { row: Row; pair: Pick<MarketPair, "from" | "to"> };

const dayMs = 86_400_000;

/** Hashes of what names an order's customer: the member, mailboxes, and accounts at e-wallets or on a chain in all spellings. */
function partiesOf({ ownerId, email, payinAccount, payoutAccount, refundAccount }: Row): string[] {
  const keys = blockKeysOf({ emails: [email], accounts: [payinAccount, payoutAccount, refundAccount] });
  // An email is the same mailbox, whether it gets our emails or is an account at PayPal.
  const named = keys.flatMap(({ kind, value }) =>
    kind === "email" || kind === "paypal" ? [`mailbox ${value}`] : kind === "address" ? [`address ${value}`] : [],
  );
  const all = [...(ownerId === null ? [] : [`member ${ownerId}`]), ...named];
  return [...new Set(all)].map((party) => createHash("sha256").update(`identity ${party}`).digest("hex"));
}

/** Whether the customer of this order has to say who they are, for `amount` of it and what they have exchanged lately. */
async function isNeeded({ clock, env }: IdentityContext, reader: Reader, { row, pair }: Priced, amount: bigint) {
  const from = env.IDENTITY_FROM;
  if (from === null) return false;
  const cents = row.usdRate === null ? null : turnoverCents(amount, pair.from.decimals, row.usdRate);
  if (needsIdentity(from, { cents, otherCents: 0n })) return true;
  const since = new Date(clock.now().getTime() - countedDays * dayMs);
  const unknownCents = BigInt(from) * 100n;
  const otherCents = await selectOtherCents(reader, { ref: row.ref, parties: partiesOf(row), since, unknownCents });
  return needsIdentity(from, { cents, otherCents });
}

/** What is asked of a draft's customer, with what they have answered for this order or, as a member, for an earlier one. */
export async function questionsFor(ctx: IdentityContext, reader: Reader, priced: Priced) {
  const { row, pair } = priced;
  if (row.status !== "draft" || !(await isNeeded(ctx, reader, priced, row.fromAmount))) return null;
  const earlier = await identityOfMember(ctx, reader, { memberId: row.ownerId, except: row.ref });
  const saved = await identityOfOrder(ctx, reader, row.ref);
  const isKnownPerson = earlier !== null && isPersonKnown(earlier.answers);
  const kinds = { from: pair.from.kind, to: pair.to.kind };
  const fields = identityFields(kinds, { toWallet: row.payoutToWallet, isKnownPerson });
  const before: Answers = { ...personOf(isKnownPerson ? earlier.answers : {}), ...saved?.answers };
  return { fields, before, isSaved: saved !== null };
}

/** Whose wallets are used is a question about each order. */
function personOf({ originator: _, originator_name, beneficiary, beneficiary_name, ...person }: Answers): Answers {
  return person;
}

/** For the page and the API: null where nothing is asked. */
export async function identityView(
  ctx: IdentityContext,
  reader: Reader,
  priced: Priced,
): Promise<IdentityQuestions | null> {
  const questions = await questionsFor(ctx, reader, priced);
  if (questions === null) return null;
  const { fields, before, isSaved } = questions;
  return { state: isSaved && isIdentityAnswered(fields, before) ? "answered" : "needed", fields };
}

/**
 * Refuses the execution of a draft whose customer has not said who they are. In the transaction that executes it (`isLocked`) the
 * customer's other orders wait, so that two at once do not both stay below the limit.
 */
export async function identityRefusal(
  ctx: IdentityContext,
  reader: Reader,
  { row, market, isLocked }: { row: Row; market: Pick<MarketSnapshot, "pairs">; isLocked: boolean },
): Promise<Refusal | undefined> {
  const pair = market.pairs.get(row.pairId);
  if (ctx.env.IDENTITY_FROM === null || row.status !== "draft" || !pair) return undefined;
  if (isLocked) await lockParties(reader, partiesOf(row));
  const identity = await identityView(ctx, reader, { row, pair });
  return identity?.state === "needed" ? kycRequired(identity) : undefined;
}

/** With everything that is missing, in the form of step-two's errors. */
function kycRequired(identity: IdentityQuestions): Refusal {
  const missing = identity.fields.filter(({ required_with }) => required_with === null);
  const errors = missing.map(({ name }) => ({ pointer: `/${name.replace(".", "/")}`, code: "required" as const }));
  return refuse("kyc_required", { errors, extra: { identity } });
}

/** An executed order counts for its customer's next ones from now on. */
export async function countForIdentity({ clock, env }: IdentityContext, tx: Tx, row: Row): Promise<void> {
  if (env.IDENTITY_FROM === null) return;
  const at = clock.now();
  const rows = partiesOf(row).map((party) => ({ orderRef: row.ref, party, at }));
  if (rows.length > 0) await tx.insert(identityParty).values(rows).onConflictDoNothing();
}

/**
 * Whether more was paid than may be exchanged for somebody who has not said who they are: by an overpayment, or by several orders
 * that were below the limit each while they were not paid. Not once our team has released the order from that question.
 */
export async function isPaidUnidentified(
  ctx: IdentityContext,
  tx: Tx,
  { row, market }: { row: Row; market: Pick<MarketSnapshot, "pairs"> },
): Promise<boolean> {
  const pair = market.pairs.get(row.pairId);
  if (ctx.env.IDENTITY_FROM === null || !pair) return false;
  if (!(await isNeeded(ctx, tx, { row, pair }, row.received)) || (await isIdentified(tx, row.ref))) return false;
  const released = await tx
    .select({ id: orderEvent.id })
    .from(orderEvent)
    .where(
      and(
        ...[eq(orderEvent.orderRef, row.ref), eq(orderEvent.event, "operator_release")],
        eq(orderEvent.fromHoldReason, "kyc_required"),
      ),
    )
    .limit(1);
  return released.length === 0;
}
