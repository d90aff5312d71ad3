import type { Envelope } from "../../../upstream/mail/delivery/envelope.ts";
import type { Post } from "../../../upstream/mail/delivery/mailer.ts";

export type CollectingPost = Post & { letters: Envelope[] };

/** A post that keeps what it is given. Its tokens are readable, so that a test sees whose they are. */
export function collectingPost(): CollectingPost {
  const letters: Envelope[] = [];
  return {
    letters,
    transport: {
      deliver: async (envelope) => {
        letters.push(envelope);
      },
      close() {},
    },
    sender: { brand: "Kursa", support: "help@kursa.test" },
    origin: "https://kursa.test",
    operatorEmail: "operator@kursa.test",
    orderToken: (ref, generation) => `token-${ref}-${generation}`,
    emailCode: ({ digits }) => "0".repeat(digits),
    reserveKey: (id) => `key-${id}`,
  };
}
