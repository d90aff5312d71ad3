import type { Tx } from "../../../db/database.ts";
import { mailboxHealth, noticesMailbox } from "../../../mail/incoming/mailbox-health.ts";
import type { Figure } from "../metrics.ts";

/** Without a mailbox it is named and has no value. */
export async function paypalMailboxFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const health = await mailboxHealth(tx, noticesMailbox, now);
  return [
    {
      name: "paypal_mailbox_away_seconds",
      help: "For how long the mailbox of PayPal's notices could not be read.",
      values: health === null ? [] : [{ value: health.awaySeconds }],
    },
  ];
}
