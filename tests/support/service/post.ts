import type { Envelope } from "../../../upstream/mail/delivery/envelope.ts";
import type { Mailer } from "../../../upstream/mail/delivery/mailer.ts";

export type CollectingPost = Mailer & { emails: Envelope[] };

/** A post that keeps what it is given. Its tokens are readable, so that a test sees whose they are. */
export function collectingPost(): CollectingPost {
  const emails: Envelope[] = [];
  return {
    emails,
    transport: {
      deliver: async (envelope) => {
        emails.push(envelope);
      },
      close() {},
    },
    sender: { brand: "Kursa", support: "help@kursa.test" },
    origin: "https://kursa.test",
    operatorEmail: "operator@kursa.test",
    orderToken: (ref, generation) => `token-${ref}-${generation}`,
    emailCode: ({ digits }) => "0".repeat(digits),
    unsubscribeKey: (id) => `key-${id}`,
  };
}
