import type { emailCode } from "../../db/schema/accounts.ts";
import type { Sender } from "../sender.ts";
import type { MailTransport } from "./envelope.ts";

/** What a key in an email is for. No order has such a number, so an order token is never such a key. */
export type KeyPurpose =
  | "reserve-request"
  | "review"
  | "review-invitation"
  | "newsletter"
  | "newsletter-confirm"
  | "withdrawal"
  | "security-event"
  | "freeze";

/** Everything needed to send emails. Separate from the context, because it can create order links. */
export type Mailer = {
  transport: MailTransport;
  sender: Sender;
  /** Public address of the site, without a trailing slash. */
  origin: string;
  /** The operator's address; without it no operator emails are sent. */
  operatorEmail: string | undefined;
  /** The token of an order's link in emails: see http/request/order-token.ts. */
  orderToken(order: { ref: string; tokenGeneration: number; email: string | null }): string;
  /** The code for an email: see accounts/sign-in/email-codes.ts. */
  emailCode(challenge: typeof emailCode.$inferSelect): string;
  /** The key for a link that needs no sign-in: see http/request/signed-key.ts. */
  signedKey(purpose: KeyPurpose, id: string): string;
  /** The token of a ticket's link in emails: see http/request/ticket-token.ts. */
  ticketToken(number: number): string;
  /** The address that answers to a ticket's emails go to; undefined where no mailbox receives them. */
  replyAddress(number: number): string | undefined;
};
