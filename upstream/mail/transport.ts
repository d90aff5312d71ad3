import type { Language } from "./letter-words.ts";
import { mailbox } from "./mailbox.ts";
import { smtp } from "./smtp.ts";

/** A finished letter, as a transport takes it. `id` is the same for every attempt to send the same letter. */
export type Envelope = {
  id: string;
  kind: string;
  language: Language;
  to: string;
  at: Date;
  subject: string;
  text: string;
  html: string;
};

/** Delivers a letter or throws, to be tried again; twice the same `id` must not become two letters where that can be had. */
export type MailTransport = { deliver(envelope: Envelope): Promise<void>; close(): void };

export type MailSettings = {
  smtpUrl: string | undefined;
  /** `Kursa <no-reply@kursa.example>` */
  from: string;
  replyTo: string;
  mailboxFolder: string;
};

/** Real mail where SMTP is set; else the test mailbox, a folder of this machine that its own page shows. */
export function mailTransport(settings: MailSettings): MailTransport {
  if (settings.smtpUrl) return smtp({ ...settings, url: settings.smtpUrl });
  const box = mailbox(settings.mailboxFolder);
  return { deliver: (envelope) => box.put(envelope), close() {} };
}
