import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import { order, outgoing, walletAddress } from "../db/schema/index.ts";
import { spellingsOf } from "../domain/addresses/address.ts";
import type { Thing } from "./things-in-text.ts";

type Reader = Pick<Context, "db" | "rails" | "market">;
/** `given_out`: somebody was asked to pay there. `pays_out`: we send from there. */
export type Source = "given_out" | "pays_out";

/**
 * Which of the addresses, PayPal accounts and payment pages in a text we have given to somebody to pay to, or send from.
 * Every table that keeps such a place is read, also for ended orders and closed accounts, and nothing but the place: whose
 * it is cannot be told from here. The same queries run whatever is asked.
 */
export async function readGivenOut(ctx: Reader, things: readonly Thing[]): Promise<(thing: Thing) => Source | null> {
  const spellings = things.flatMap(spellingsOfThing);
  const links = things.flatMap(({ kind, text }) => (kind === "link" ? [text] : []));
  const [payTo, payOut] = await Promise.all([
    Promise.all([payinPlaces(ctx, spellings), depositPlaces(ctx, spellings), paymentPages(ctx, links)]),
    Promise.all([hotAddresses(ctx), sweptTo(ctx, spellings)]),
  ]);
  const [given, ours] = [payTo, payOut].map((places) => new Set(places.flat()));
  const isIn = (places: ReadonlySet<string> | undefined, thing: Thing) =>
    [thing.text, ...spellingsOfThing(thing)].some((spelling) => places?.has(spelling));
  return (thing) => (isIn(given, thing) ? "given_out" : isIn(ours, thing) ? "pays_out" : null);
}

/** How the networks spell an address. QR codes have it in capitals where a network does not distinguish them. */
export function spellingsIn(text: string): string[] {
  const readings = [text, text.replace(/^0X/, "0x"), ...(text === text.toUpperCase() ? [text.toLowerCase()] : [])];
  return [...new Set(readings.flatMap(spellingsOf))];
}

function spellingsOfThing({ kind, text }: Thing): string[] {
  if (kind === "email") return [text, text.toLowerCase()];
  // Of test networks, too, which have no spelling of ours.
  return kind === "address"
    ? [text, ...(text === text.toUpperCase() ? [text.toLowerCase()] : []), ...spellingsIn(text)]
    : [];
}

async function payinPlaces({ db }: Reader, spellings: readonly string[]): Promise<string[]> {
  const rows = await db.orm
    .selectDistinct({ place: order.payinAddress })
    .from(order)
    // A rail may have issued one for a draft that was never executed: nobody was shown that.
    .where(and(inArray(order.payinAddress, ["", ...spellings]), isNotNull(order.payinMethod)));
  return rows.flatMap(({ place }) => place ?? []);
}

async function depositPlaces({ db }: Reader, spellings: readonly string[]): Promise<string[]> {
  const rows = await db.orm
    .selectDistinct({ place: walletAddress.address })
    .from(walletAddress)
    .where(inArray(walletAddress.address, ["", ...spellings]));
  return rows.map(({ place }) => place);
}

/** Invoices and gateways' pages that an order's page has led to. */
async function paymentPages({ db }: Reader, links: readonly string[]): Promise<string[]> {
  const asked = ["", ...links];
  const rows = await db.orm
    .select({ invoice: order.payinInvoiceUrl, redirect: order.payinRedirectUrl })
    .from(order)
    .where(
      and(
        or(inArray(order.payinInvoiceUrl, asked), inArray(order.payinRedirectUrl, asked)),
        isNotNull(order.payinMethod),
      ),
    );
  return rows.flatMap(({ invoice, redirect }) => [invoice ?? [], redirect ?? []].flat());
}

async function hotAddresses({ rails, market }: Reader): Promise<string[]> {
  const { assets } = await market.terms();
  const paidOut = assets.filter(({ id }) => rails.payoutRail(id) !== undefined);
  return paidOut.flatMap(({ id }) => rails.payoutFor(id).hotAddress ?? []);
}

/** Where money was swept to, also before the address that we send from was changed. */
async function sweptTo({ db }: Reader, spellings: readonly string[]): Promise<string[]> {
  const rows = await db.orm
    .selectDistinct({ place: outgoing.account })
    .from(outgoing)
    .where(and(eq(outgoing.kind, "sweep"), inArray(outgoing.account, ["", ...spellings])));
  return rows.map(({ place }) => place);
}
