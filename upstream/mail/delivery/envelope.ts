import type { Lang } from "../../../contract/values/languages.ts";

/** A finished e-mail for a transport. `id` is the same for every attempt to send it. */
export type Envelope = {
  id: string;
  kind: string;
  language: Lang;
  to: string;
  at: Date;
  subject: string;
  text: string;
  html: string;
};

/**
 * Delivers an e-mail or throws, to be retried; the same `id` twice should arrive once where the transport can ensure
 * it.
 */
export type MailTransport = { deliver(envelope: Envelope): Promise<void>; close(): void };
