import type { EmailCode } from "../../accounts/sign-in/email-codes.ts";
import type { Sender } from "../sender.ts";
import type { MailTransport } from "./envelope.ts";

/** Everything needed to send e-mails. Separate from the context, because it can create order links. */
export type Mailer = {
  transport: MailTransport;
  sender: Sender;
  /** Public address of the site, without a trailing slash. */
  origin: string;
  /** The operator's address; without it no operator e-mails are sent. */
  operatorEmail: string | undefined;
  orderToken(ref: string, generation: number): string;
  /** The code for an e-mail: see accounts/sign-in/email-codes.ts. */
  emailCode(challenge: EmailCode): string;
  /** The key to unsubscribe from reserve notifications: see http/request/unsubscribe-key.ts. */
  unsubscribeKey(requestId: string): string;
};
