import { and, inArray, isNotNull, or } from "drizzle-orm";
import { order } from "../db/schema/index.ts";
import { type OwnRole, ownAddresses } from "../payouts/own-addresses/own-addresses.ts";
import type { Context } from "../ports/context.ts";
import { spellingsOf } from "../shared/rules/addresses/address.ts";
import type { Thing } from "./things-in-text.ts";

/** What a stranger is told: nothing of an address that nobody was shown yet. */
type Source = Exclude<OwnRole, "issued">;

/**
 * Which of the addresses, PayPal accounts and payment pages in a text we have given to somebody to pay to, or send from. The
 * same queries run whatever is asked.
 */
export async function readGivenOut(
  ctx: Pick<Context, "db" | "rails">,
  things: readonly Thing[],
): Promise<(thing: Thing) => Source | null> {
  const links = things.flatMap(({ kind, text }) => (kind === "link" ? [text] : []));
  const [roles, pages] = await Promise.all([
    ownAddresses(ctx, ctx.db.orm, things.flatMap(spellingsOfThing)),
    paymentPages(ctx, links),
  ]);
  return (thing) => {
    if (thing.kind === "link") return pages.has(thing.text) ? "given_out" : null;
    const thingRoles = spellingsOfThing(thing).flatMap((spelling) => roles.get(spelling) ?? []);
    return thingRoles.find((role) => role !== "issued") ?? null;
  };
}

/** How the networks spell an address. QR codes have it in capitals where a network does not distinguish them. */
export function spellingsIn(text: string): string[] {
  const readings = [text, text.replace(/^0X/, "0x"), ...(text === text.toUpperCase() ? [text.toLowerCase()] : [])];
  return [...new Set(readings.flatMap(spellingsOf))];
}

function spellingsOfThing({ kind, text }: Thing): string[] {
  if (kind === "email") return [text, text.toLowerCase()];
  if (kind !== "address") return [];
  // As written, too: addresses of test networks have no spelling of ours.
  return [text, ...(text === text.toUpperCase() ? [text.toLowerCase()] : []), ...spellingsIn(text)];
}

/** Invoices and gateways' pages that an order's page has led to. */
async function paymentPages({ db }: Pick<Context, "db">, links: readonly string[]): Promise<ReadonlySet<string>> {
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
  return new Set(rows.flatMap(({ invoice, redirect }) => [invoice, redirect]).filter((page) => page !== null));
}
