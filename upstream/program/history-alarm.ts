import type { Logger } from "pino";
import type { HistoryFault } from "../db/history/history-mark.ts";
import type { Mailer } from "../mail/delivery/mailer.ts";
import { emailTexts, fill } from "../mail/email-texts.ts";
import { layOut } from "../mail/layout.ts";
import { withTimeout } from "../shared/with-timeout.ts";

/** A mail server that does not answer must not hold up the end of the process. */
const patienceMs = 10_000;

type WarningMailer = Pick<Mailer, "transport" | "sender" | "operatorEmail">;

/**
 * Reports a database that lacks a part of its history: in the log, and to the operator by email, directly, since the
 * queue is in the database. The id is that of the day, so that restarts send it once where the transport can tell.
 */
export async function reportHistoryFault(
  fault: HistoryFault,
  mailer: WarningMailer,
  log: Logger,
  at: Date,
): Promise<void> {
  log.error({ fault: fault.fault }, "the database lacks a part of its history: no more writes");
  const { operatorEmail: to, sender, transport } = mailer;
  if (to === undefined) return;
  const texts = emailTexts.en.operator.history;
  const subject = `${sender.brand}: ${texts.subject}`;
  const lead = fill(texts.lead, { fault: fault.fault });
  const parts = { language: "en", brand: sender.brand, issuer: null, title: texts.subject, lead } as const;
  const body = layOut({ ...parts, remarks: [], choices: null, rows: [], button: null, closing: [] });
  const id = `history:${at.toISOString().slice(0, 10)}`;
  const delivery = transport
    .deliver({ id, kind: "operator_history", language: "en", to, at, subject, ...body })
    .catch((error: unknown) => log.error({ err: error }, "the operator could not be told"));
  await withTimeout(delivery, patienceMs, undefined);
}
