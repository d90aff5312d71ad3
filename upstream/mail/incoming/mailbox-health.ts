import { eq } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { incomingMailbox } from "../../db/schema/paypal-notices.ts";
import type { MailboxFault } from "../rules/mailbox-fault.ts";

/** The mailbox that PayPal's notices are forwarded to. */
export const noticesMailbox = "paypal_notices";

/** A mailbox that was not read for so long is no longer in the settings. */
const setMs = 600_000;

/** `unread`: messages that were left in it. `awaySeconds`: for how long it could not be read; 0 while it can. */
export type MailboxHealth = { unread: number; fault: MailboxFault | null; awaySince: Date | null; awaySeconds: number };

/** How the mailbox answers; null where none is set, and before it was asked first. */
export async function mailboxHealth(
  reader: Pick<Orm, "select">,
  name: string,
  now: Date,
): Promise<MailboxHealth | null> {
  const [row] = await reader.select().from(incomingMailbox).where(eq(incomingMailbox.name, name));
  if (!row || row.askedAt.getTime() < now.getTime() - setMs) return null;
  const { unread, fault, faultSince } = row;
  const seconds = faultSince === null ? 0 : (now.getTime() - faultSince.getTime()) / 1000;
  return { unread, fault, awaySince: faultSince, awaySeconds: Math.max(0, seconds) };
}
