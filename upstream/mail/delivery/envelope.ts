import type { Lang } from "../../../contract/values/languages.ts";

/** A finished email for a transport. `id` is the same for every attempt to send it. */
export type Envelope = {
  id: string;
  kind: string;
  language: Lang;
  to: string;
  at: Date;
  subject: string;
  text: string;
  html: string;
  /** Where one press ends emails of this kind (RFC 8058): a POST to this address, without cookies. */
  unsubscribe?: string | undefined;
  /** Instead of the general reply address. */
  replyTo?: string | undefined;
};

export type MailTransport = {
  /** What an email is after its delivery: one that is only stored reaches nobody. */
  result: "sent" | "stored";
  /** Delivers or throws, to be retried; the same `id` twice should arrive once where the transport can ensure it. */
  deliver(envelope: Envelope): Promise<void>;
  close(): void;
};
