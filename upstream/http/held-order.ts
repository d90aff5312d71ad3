import type { Context } from "../context.ts";
import { parseRef } from "../domain/order-ref.ts";
import { type Refusal, refuse } from "../domain/refusal.ts";
import type { OrderRow } from "../orders/load.ts";
import { readOrder } from "../orders/read-order.ts";
import { checkOrderToken } from "./order-token.ts";

/** The `ref` of a query or a body, where there is a single one. */
export function namedRef(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !("ref" in input)) return undefined;
  return typeof input.ref === "string" ? input.ref : undefined;
}

/**
 * The order, if one of the tokens opens it. A number nobody has, a wrong token and no token are the same `not_found`,
 * reached by the same work, so that nobody learns which orders there are.
 */
export async function heldOrder(
  ctx: Pick<Context, "db" | "env">,
  typedRef: string,
  tokens: readonly string[],
): Promise<OrderRow | Refusal> {
  const ref = parseRef(typedRef) ?? typedRef;
  const row = await readOrder(ctx.db.query, ref);
  return row && isOpenedBy(ctx, row, tokens) ? row : refuse("not_found");
}

export function isOpenedBy(
  { env }: Pick<Context, "env">,
  { ref, tokenGeneration }: Pick<OrderRow, "ref" | "tokenGeneration">,
  tokens: readonly string[],
): boolean {
  return tokens.some((token) => checkOrderToken(env.ORDER_LINK_SECRETS, ref, tokenGeneration, token));
}
