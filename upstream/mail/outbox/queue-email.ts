import { eq } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { emailMessage } from "../../db/schema/service.ts";
import type { Jobs } from "../../ports/jobs.ts";
import type { AnyEmailKind } from "../email-kinds.ts";
import { type EmailCause, emailCauses } from "../rules/email-cause.ts";
import { mailboxOf } from "../rules/mailbox.ts";

type EmailRow = typeof emailMessage.$inferSelect;

export type NewEmail = {
  /** The same for every attempt; a second one with it is not stored. */
  id: string;
  kind: AnyEmailKind;
  cause: EmailCause;
  to: string;
  language: Lang;
  now: Date;
  orderRef?: string;
  /** Does the same work without sending anything, to hide whether there is something to send. */
  isDecoy?: boolean;
};

/** What a worker gets: ids only, never a text, a code or a token. */
export type EmailJob = { ref: string; kind: string; version: string; copyOf?: string | undefined };

/**
 * Records an email that is to be sent, and returns its row where there was none yet. The only place that inserts one, so that
 * none is without its cause.
 */
export async function recordEmail(orm: Tx | Orm, email: NewEmail): Promise<EmailRow | undefined> {
  const [row] = await orm.insert(emailMessage).values(rowOf(email)).onConflictDoNothing().returning();
  return row;
}

/** Records an email that is not true any more when it would be sent; one that waits to be sent is dropped. */
export async function recordOvertaken(orm: Tx | Orm, email: NewEmail): Promise<void> {
  await orm
    .insert(emailMessage)
    .values(rowOf({ ...email, isDecoy: true }))
    .onConflictDoUpdate({
      target: emailMessage.id,
      set: { status: "overtaken" },
      setWhere: eq(emailMessage.status, "queued"),
    });
}

function rowOf({ to, now, isDecoy = false, ...email }: NewEmail): typeof emailMessage.$inferInsert {
  const status = isDecoy ? "overtaken" : "queued";
  // Of a digest too: there is one a day for a mailbox.
  const mailbox = emailCauses[email.cause].counted || email.kind === "unasked_digest" ? mailboxOf(to) : null;
  return { ...email, to, mailbox, status, createdAt: now };
}

/** Records an email and queues its delivery, in the caller's transaction. */
export async function queueEmail(
  tx: Tx,
  { jobs }: { jobs: Pick<Jobs, "send"> },
  email: NewEmail,
  job: Pick<EmailJob, "kind"> & Partial<EmailJob>,
): Promise<void> {
  await recordEmail(tx, email);
  await queueDelivery(tx, { jobs }, { ref: email.id, version: "1", ...job });
}

/** Queues an email whose worker finds out by itself whether one is due, and then records it. */
export async function queueDelivery(tx: Tx, { jobs }: { jobs: Pick<Jobs, "send"> }, job: EmailJob): Promise<void> {
  const { copyOf, ...ids } = job;
  await jobs.send(tx, "email", copyOf === undefined ? ids : { ...ids, copyOf });
}
