import type { TypedIdentity } from "../../../contract/order/identity.ts";
import type { Tx } from "../../db/database.ts";
import type { order } from "../../db/schema/orders.ts";
import type { MarketPair } from "../../ports/market.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { type IdentityContext, questionsFor } from "./identity-need.ts";
import { forgetIdentity, saveIdentity } from "./identity-record.ts";
import { namesIn, readIdentity } from "./rules/read-identity.ts";

type Draft = { row: typeof order.$inferSelect; pair: Pick<MarketPair, "from" | "to"> };

/** Answers that are valid: their names, and how they are stored with the details of the draft. */
type ReadAnswers = { names: readonly string[]; save(tx: Tx): Promise<void> };

/**
 * Reads the answers to a draft's identity questions, over those of before. Refuses with `kyc_required` where one is missing or
 * wrong, and says which fields are needed. A draft that needs no answers stores none. `row` has the new details.
 */
export async function answerIdentity(
  ctx: IdentityContext,
  tx: Tx,
  draft: Draft,
  typed: Partial<TypedIdentity>,
): Promise<ReadAnswers | Refusal> {
  const { ref } = draft.row;
  if (ctx.env.IDENTITY_FROM === null) return { names: [], save: async () => {} };
  const questions = await questionsFor(ctx, tx, draft);
  if (questions === null) return { names: [], save: (inside) => forgetIdentity(inside, ref) };
  const { fields, before } = questions;
  const now = ctx.clock.now();
  const { served, notServed } = ctx.env.COMPANY.countries;
  const surroundings = { served, notServed, today: now.toISOString().slice(0, 10) };
  const reading = readIdentity(fields, { typed, before }, surroundings);
  if ("errors" in reading)
    return refuse("kyc_required", { errors: reading.errors, extra: { identity: { state: "needed", fields } } });
  const { customerNames, others } = namesIn(reading.answers);
  const identity = { answers: reading.answers, answeredAt: now, memberId: draft.row.ownerId };
  return { names: [...customerNames, ...others], save: (inside) => saveIdentity(ctx, inside, ref, identity) };
}
