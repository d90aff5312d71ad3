import { exampleCompany } from "../../../contract/company/read-company.ts";
import type { Envelope } from "../../../upstream/mail/delivery/envelope.ts";
import type { Mailer } from "../../../upstream/mail/delivery/mailer.ts";

export type CollectingPost = Mailer & { emails: Envelope[] };

/** A mailer that keeps emails in memory. Its tokens are readable, so tests can see their order. */
export function collectingPost(): CollectingPost {
  const emails: Envelope[] = [];
  return {
    emails,
    transport: {
      result: "sent",
      deliver: async (envelope) => {
        emails.push(envelope);
      },
      close() {},
    },
    sender: { brand: "Kursa", support: "help@kursa.test", company: exampleCompany },
    origin: "https://kursa.test",
    operatorEmail: "operator@kursa.test",
    orderToken: ({ ref, tokenGeneration }) => `token-${ref}-${tokenGeneration}`,
    emailCode: ({ digits }) => "0".repeat(digits),
    signedKey: (purpose, id) => `${purpose}-${id}`,
    ticketToken: (number) => `ticket-${number}`,
    replyAddress: () => undefined,
  };
}
