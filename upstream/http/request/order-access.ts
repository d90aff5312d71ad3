import { parseRef } from "../../../contract/order/order-number.ts";
import { type SignedIn, sessionOf } from "../../accounts/sign-in/sessions.ts";
import type { Context } from "../../context.ts";
import { selectOrder } from "../../db/sql/select-order.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import type { Caller } from "./caller.ts";
import { checkOrderToken } from "./order-token.ts";

/** A caller's credentials: tokens that each open one order, and a session that opens its member's orders. */
export type Credentials = { tokens: readonly string[]; memberId: string | null };

export async function credentialsOf(
  ctx: Pick<Context, "db">,
  { orderTokens, bearer }: Pick<Caller, "orderTokens" | "bearer">,
  now: Date,
): Promise<Credentials & { signedIn: SignedIn | undefined }> {
  const signedIn = bearer === null ? undefined : await sessionOf(ctx, bearer, now);
  return { tokens: orderTokens, memberId: signedIn?.member.id ?? null, signedIn };
}

/** The `ref` of a query or body with exactly one. */
export function namedRef(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("ref" in input)) return undefined;
  return typeof input.ref === "string" ? input.ref : undefined;
}

/**
 * Returns the order if a token opens it or the member owns it. An unknown number, a wrong token, another member's
 * session and none at all give the same `not_found`, so that nobody learns which orders exist.
 */
export async function accessibleOrder(
  ctx: Pick<Context, "db" | "env">,
  typedRef: string,
  credentials: Credentials,
): Promise<OrderRow | Refusal> {
  const ref = parseRef(typedRef) ?? typedRef;
  const row = await selectOrder(ctx.db.query, ref);
  return row && mayAccess(ctx, row, credentials) ? row : refuse("not_found");
}

export function mayAccess(
  ctx: Pick<Context, "env">,
  row: Pick<OrderRow, "ref" | "tokenGeneration" | "ownerId">,
  { tokens, memberId }: Credentials,
): boolean {
  return (memberId !== null && row.ownerId === memberId) || opensByToken(ctx, row, tokens);
}

/** Whether one of the tokens opens the order: its link was opened, or it was placed there. A session does not count. */
export function opensByToken(
  { env }: Pick<Context, "env">,
  { ref, tokenGeneration }: Pick<OrderRow, "ref" | "tokenGeneration">,
  tokens: readonly string[],
): boolean {
  return tokens.some((token) => checkOrderToken(env.ORDER_LINK_SECRETS, ref, tokenGeneration, token));
}
