import { z } from "zod/v4";
import type { Database } from "../../../upstream/db/database.ts";
import type { Books } from "./books.ts";
import type { Code } from "./promo-codes.ts";

const minor = z.string().transform((text) => BigInt(text));
const row = z.object({
  ref: z.string(),
  code: z.string(),
  fromAsset: z.string(),
  toAsset: z.string(),
  fromAmount: minor,
  toAmount: minor,
  isCompleted: z.boolean(),
  byWallet: minor,
  refunded: minor,
  credited: minor,
  back: minor,
});

const orders = `
  select o.ref, o.promo_code as code, o.from_asset as "fromAsset", o.to_asset as "toAsset", o.from_amount::text as "fromAmount",
      o.to_amount::text as "toAmount", o.completed_at is not null as "isCompleted",
      coalesce((select sum(amount) from payment p where p.order_ref = o.ref and p.rail = 'wallet' and p.status = 'final'), 0)::text
        as "byWallet",
      coalesce((select sum(amount + fee) from outgoing r where r.order_ref = o.ref and r.kind = 'refund' and r.status = 'sent'
        and r.asset = o.from_asset), 0)::text as refunded,
      coalesce(s.amount, 0)::text as credited, coalesce(s.taken + s.owed, 0)::text as back
    from exchange_order o left join wallet_settling s on s.transfer_id = o.ref || ':cashback'
    where o.owner_id is not null and o.promo_terms ->> 'kind' = 'cashback_percent'`;

/**
 * Where the cashback of an order, less what was taken back of it, is not what its code promises for the part of the payment
 * that is still ours by the rails' books. For a world at rest.
 */
export async function cashbackFaults(db: Database, books: Books, codes: readonly Code[]): Promise<string[]> {
  const rows = row.array().parse((await db.query(orders)).rows);
  return rows.flatMap((order) => {
    const code = codes.find((candidate) => candidate.code === order.code);
    const [here, promised] = [order.credited - order.back, code ? promise(order, code) : 0n];
    const due = order.isCompleted ? (promised * share(order, books)) / order.fromAmount : 0n;
    return here === due ? [] : [`${order.ref} has ${here} of its cashback, by the rules ${due} of ${promised}`];
  });
}

type Row = z.infer<typeof row>;

/** In what is paid out where a wallet can hold it, else in what was sent; a percentage with up to two decimals. */
function promise({ toAsset, toAmount, fromAmount }: Row, { value }: Code): bigint {
  const base = toAsset.startsWith("paypal-") ? fromAmount : toAmount;
  return (base * BigInt(Math.round(Number(value) * 100))) / 10_000n;
}

/** How much of the agreed amount was paid and not taken back or refunded. */
function share({ ref, fromAsset, fromAmount, byWallet, refunded }: Row, { lines }: Books): bigint {
  const counted = ["payin", "reversal", "refunded_at_rail", "dispute"];
  const netPaid = lines
    .filter((line) => line.ref === ref && line.account.endsWith(`:${fromAsset}`) && counted.includes(line.what))
    .reduce((sum, { amount }) => sum + amount, byWallet - refunded);
  if (netPaid <= 0n) return 0n;
  return netPaid < fromAmount ? netPaid : fromAmount;
}
