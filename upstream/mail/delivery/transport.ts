import type { MailTransport } from "./envelope.ts";
import { mailbox } from "./mailbox.ts";
import { smtp } from "./smtp.ts";

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
