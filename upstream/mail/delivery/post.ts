import type { EmailCode } from "../../accounts/sign-in/email-codes.ts";
import type { Sender } from "../letter.ts";
import type { MailTransport } from "./envelope.ts";

/** All that sending letters takes. Made once, beside the context, because it holds what opens orders. */
export type Post = {
  transport: MailTransport;
  sender: Sender;
  /** Public address of the site, without a slash at its end. */
  origin: string;
  /** Where letters to the operator go; none are sent when it is unknown. */
  operatorEmail: string | undefined;
  orderToken(ref: string, generation: number): string;
  /** The code that a letter carries: see accounts/email-codes.ts. */
  emailCode(challenge: EmailCode): string;
  /** Ends letters about reserves: see http/reserve-key.ts. */
  reserveKey(requestId: string): string;
};
