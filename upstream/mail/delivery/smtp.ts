import type { createTransport } from "nodemailer";
import type { Envelope, MailTransport } from "./envelope.ts";

export type SmtpSettings = { url: string; from: string; replyTo: string };

/**
 * Sends over SMTP by URL (`smtps://user:password@host:465`, `smtp://host:587`). Logs nothing: emails contain links.
 * nodemailer is loaded for the first email: a start should not wait for it.
 */
export function smtp({ url, from, replyTo }: SmtpSettings): MailTransport {
  const domain = domainOf(from);
  let opened: Promise<ReturnType<typeof createTransport>> | undefined;
  const mailer = () => {
    opened ??= import("nodemailer").then((nodemailer) =>
      nodemailer.createTransport({
        url,
        pool: true,
        maxConnections: 2,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
        logger: false,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return opened;
  };
  return {
    result: "sent",
    async deliver(envelope) {
      await (await mailer()).sendMail({
        from,
        replyTo: envelope.replyTo ?? replyTo,
        to: { name: "", address: envelope.to },
        subject: envelope.subject,
        text: envelope.text,
        html: envelope.html,
        date: envelope.at,
        messageId: messageId(envelope, domain),
        headers: { "Auto-Submitted": "auto-generated", "Content-Language": envelope.language, ...oneClick(envelope) },
      });
    },
    close: () => void opened?.then((open) => open.close()),
  };
}

/** Mail programs show a button of their own for these. */
function oneClick({ unsubscribe }: Envelope): Record<string, string> {
  if (unsubscribe === undefined) return {};
  return { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** The same for every attempt, so that mail programs show a duplicate once; of our own domain, whatever relay sends it. */
function messageId({ id }: Envelope, domain: string): string {
  return `<${id.replace(/[^\w.-]/g, ".")}@${domain}>`;
}

/** `Kursa <no-reply@kursa.example>`: what follows the last at sign. */
const domainOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
