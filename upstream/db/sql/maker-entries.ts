import { z } from "zod/v4";
import { tableSources } from "../../market/rules/rate.ts";
import { makerKinds, makerSubjects } from "../../staff/rules/maker-facts.ts";
import { runSql, type SqlTarget } from "./raw-sql.ts";

/** A movement of money out, as far as it says whose money it is. */
export type MovementOwner = { id: string; orderRef: string | null; withdrawalId: string | null };

/**
 * Whether the entry `e` about a price is of the past: a later one `n` has set all that it had set. One that changes something else leaves
 * the price of `e` in force.
 */
const isSet = (until: string) => `exists (select 1 from maker_entry n join audit later on later.id = n.audit_id
    join audit earlier on earlier.id = e.audit_id
  where n.about = e.about and n.subject = e.subject and n.at > e.at and ${until} and later.action = earlier.action
    and case jsonb_typeof(earlier.details->'after') when 'object'
      then later.details->'after' ?& array(select jsonb_object_keys(earlier.details->'after')) else true end)`;

/** An order that was open under a price, until another one was set. */
const openUnder = `(o.completed_at is null or o.completed_at >= e.at) and not ${isSet("n.at <= o.created_at")}`;

/**
 * The entry `e` has set a rate of the table, and the order was sold at the price of feeds. Where feeds price a pair, a rate of operators that
 * waits for approval prices nothing (decision 230).
 */
const isSoldByMarket = `o.reference_source not in (${tableSources.map((name) => `'${name}'`).join(", ")})
  and exists (select 1 from audit a where a.id = e.audit_id and a.action = 'rate_set')`;

/**
 * What operators' words have to do with a movement `$1` of an order `$2` or a withdrawal `$3`. A word about a member, or about
 * any order of that member, concerns all that leaves of the member, and of the partner who earns by those orders: so it does not help to
 * move the money through a wallet, another exchange or a partner's rewards. A price concerns the orders that were open under it, but an
 * override none that was sold at the price of feeds. Approved words of before `$4` are left out, and all of before there were staff, and what
 * was seen at PayPal by somebody and rejected: it counts for nothing.
 * Without any entry nothing but its table is read.
 */
export const concerning = `with owner as (
    select coalesce((select owner_id from exchange_order where ref = $2), (select member_id from withdrawal where id = $3)) as id
  ), partners as (
    select p.id from partner p, owner where p.member_id = owner.id
  ), orders as (
    select o.ref, o.owner_id, o.pair_id, o.from_asset, o.to_asset, o.promo_code, o.reference_source, o.created_at,
      o.completed_at from exchange_order o, owner
      where o.status <> 'draft' and (o.ref = $2 or o.owner_id = owner.id)
    union all
    select o.ref, o.owner_id, o.pair_id, o.from_asset, o.to_asset, o.promo_code, o.reference_source, o.created_at,
      o.completed_at from reward r
      join exchange_order o on o.ref = r.order_ref where r.partner_id in (select id from partners)
  )
  select e.id, e.kind, e.about, e.subject, e.actor, e.at, k.staff_id as maker from maker_entry e
    left join signed_command c on c.id = e.command_id left join staff_credential k on k.id = c.credential_id
    where e.at >= (select min(at) from staff_credential)
      and (e.at > $4 or not exists (select 1 from checker_approval a
        where a.entry_id = e.id and (a.movement_id is null or a.movement_id = $1)))
      and not exists (select 1 from paypal_entry p where p.id = e.id and p.state = 'refused')
      and case e.about
        when 'movement' then e.subject = $1
        when 'member' then e.subject = (select id from owner) or e.subject in (select owner_id from orders)
        when 'partner' then e.subject in (select id from partners)
        when 'order' then e.subject in (select ref from orders)
        when 'promo' then e.subject in (select promo_code from orders)
        when 'asset' then exists (select 1 from orders o where e.subject in (o.from_asset, o.to_asset) and ${openUnder})
          or exists (select 1 from deposit d, owner where d.member_id = owner.id and d.asset = e.subject
            and (d.final_at is null or d.final_at >= e.at))
        when 'pair' then exists (select 1 from orders o where o.pair_id = e.subject and ${openUnder} and not (${isSoldByMarket}))
        else false end
    order by e.at, e.id`;

const entryRow = z.object({
  id: z.string(),
  kind: z.enum(makerKinds),
  about: z.enum(makerSubjects),
  subject: z.string(),
  actor: z.string(),
  at: z.coerce.date(),
  maker: z.string().nullable(),
});
export type ConcerningEntry = z.infer<typeof entryRow>;

export async function selectConcerning(
  tx: SqlTarget,
  { id, orderRef, withdrawalId }: MovementOwner,
  since: Date,
): Promise<ConcerningEntry[]> {
  const rows = await runSql(tx, concerning, [id, orderRef, withdrawalId, since]);
  return rows.map(readMakerEntry);
}

/** The entries about the price of the pair `$1` that are in force. */
const pricesInForce = `select e.id, e.kind, e.about, e.subject, e.actor, e.at, k.staff_id as maker from maker_entry e
    left join signed_command c on c.id = e.command_id left join staff_credential k on k.id = c.credential_id
  where e.about = 'pair' and e.subject = $1 and e.kind = 'price' and not ${isSet("true")}
  order by e.at, e.id`;

export async function selectPricesInForce(tx: SqlTarget, pairId: string): Promise<ConcerningEntry[]> {
  return (await runSql(tx, pricesInForce, [pairId])).map(readMakerEntry);
}

/** Maker entries about overrides of the market's rates that end after `$1`. */
const overridesInForce = `select e.id, e.kind, e.about, e.subject, e.actor, e.at, k.staff_id as maker from reference_rate r
    join maker_entry e on e.about = 'pair' and e.subject = r.pair_id and e.kind = 'price'
    join audit a on a.id = e.audit_id and a.action = 'rate_set'
    left join signed_command c on c.id = e.command_id left join staff_credential k on k.id = c.credential_id
  where r.until_at > $1 and not ${isSet("true")}
  order by e.at, e.id`;

export async function selectOverridesInForce(tx: SqlTarget, now: Date): Promise<ConcerningEntry[]> {
  return (await runSql(tx, overridesInForce, [now])).map(readMakerEntry);
}

/** A row of `concerning`, from the driver or from JSON. */
export const readMakerEntry = (row: unknown): ConcerningEntry => entryRow.parse(row);
