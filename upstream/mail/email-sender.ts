import type { Context } from "../ports/context.ts";
import type { Mailer } from "./delivery/mailer.ts";
import type { EmailJob } from "./outbox/queue-email.ts";

/**
 * Sends the emails of some kinds, as their jobs ask: each is written from the current state, and a repeated job sends nothing.
 * `send` throws when delivery fails, to be retried. Emails with the same turn wait for each other.
 */
export type EmailSender = {
  kinds: readonly string[];
  send(ctx: Context, mailer: Mailer, job: EmailJob): Promise<void>;
  /** Null: in no turn. Without it, the subject of the job. */
  turnOf?(job: EmailJob): string | null;
};
