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

/** SMTP if it is set; otherwise the test mailbox, a local folder that the site shows on a page. */
export function mailTransport(settings: MailSettings): MailTransport {
  if (settings.smtpUrl) return smtp({ ...settings, url: settings.smtpUrl });
  const box = mailbox(settings.mailboxFolder);
  return { result: "stored", deliver: (envelope) => box.put(envelope), close() {} };
}
