import type { Lang } from "../../../contract/values/languages.ts";

/** A finished letter, as a transport takes it. `id` is the same for every attempt to send the same letter. */
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

/** Delivers a letter or throws, to be tried again; twice the same `id` must not become two letters where that can be had. */
export type MailTransport = { deliver(envelope: Envelope): Promise<void>; close(): void };
