import { parseRef } from "../../../contract/order/order-number.ts";
import { type SignedIn, sessionOf } from "../../accounts/sign-in/sessions.ts";
import { selectOrder } from "../../db/sql/select-order.ts";
import type { OrderRow } from "../../orders/order-facts-query.ts";
import { proveOrderEmail } from "../../orders/prove-order-email.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { Caller } from "./caller.ts";
import { checkOrderEmailToken, checkOrderToken } from "./order-token.ts";

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
 * session and none at all give the same `not_found`, so that nobody learns which orders exist. The token of an emailed
 * link proves that the order's address is the reader's.
 */
export async function accessibleOrder(
  ctx: Pick<Context, "db" | "env">,
  typedRef: string,
  credentials: Credentials,
): Promise<OrderRow | Refusal> {
  const ref = parseRef(typedRef) ?? typedRef;
  const row = await selectOrder(ctx.db.query, ref);
  if (!row || !mayAccess(ctx, row, credentials)) return refuse("not_found");
  if (row.emailProof !== null || row.email === null || !hasEmailLink(ctx, row, credentials)) return row;
  await proveOrderEmail(ctx.db.orm, { ref, email: row.email });
  return { ...row, emailProof: "link" };
}

export function mayAccess(
  ctx: Pick<Context, "env">,
  row: Pick<OrderRow, "ref" | "tokenGeneration" | "ownerId" | "email">,
  { tokens, memberId }: Credentials,
): boolean {
  return (memberId !== null && row.ownerId === memberId) || opensByToken(ctx, row, tokens);
}

/** Whether one of the tokens opens the order: its link was opened, or it was placed there. A session does not count. */
function opensByToken(
  { env }: Pick<Context, "env">,
  row: Pick<OrderRow, "ref" | "tokenGeneration" | "email">,
  tokens: readonly string[],
): boolean {
  const { ORDER_LINK_SECRETS: secrets } = env;
  return tokens.some(
    (token) =>
      checkOrderToken(secrets, row.ref, row.tokenGeneration, token) || checkOrderEmailToken(secrets, row, token),
  );
}

/** Whether the caller has the link that was emailed to the order's address. */
export function hasEmailLink(
  { env }: Pick<Context, "env">,
  row: Pick<OrderRow, "ref" | "tokenGeneration" | "email">,
  { tokens }: Pick<Credentials, "tokens">,
): boolean {
  return tokens.some((token) => checkOrderEmailToken(env.ORDER_LINK_SECRETS, row, token));
}

/**
 * Whether the caller may name another account for the order's money without being its member. An order that joined an account through its
 * emailed link may have been placed by a stranger, whose token opens it still: there the emailed link alone counts.
 */
export function mayRedirectByLink(
  ctx: Pick<Context, "env">,
  row: Pick<OrderRow, "ref" | "tokenGeneration" | "email" | "ownerId" | "emailProof">,
  tokens: readonly string[],
): boolean {
  const isAdopted = row.ownerId !== null && row.emailProof === "link";
  return isAdopted ? hasEmailLink(ctx, row, { tokens }) : opensByToken(ctx, row, tokens);
}

/** Whose word a call about an order is, for the emails that it causes. */
export async function callerOfOrder(
  ctx: Pick<Context, "db" | "env">,
  row: OrderRow,
  caller: Pick<Caller, "orderTokens" | "bearer">,
  now: Date,
): Promise<"member" | "mailbox" | "stranger"> {
  const { tokens, signedIn } = await credentialsOf(ctx, caller, now);
  if (row.email !== null && signedIn?.member.email.toLowerCase() === row.email.toLowerCase()) return "member";
  return hasEmailLink(ctx, row, { tokens }) ? "mailbox" : "stranger";
}
