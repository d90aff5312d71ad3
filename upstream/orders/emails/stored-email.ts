import type { EmailContent } from "./order-email.ts";
import { receiptLink } from "./order-link.ts";

/** The email as it may be stored: without the token in its links to the order and its receipt. */
export function withoutToken(email: EmailContent, link: string): EmailContent {
  const receipt = receiptLink(link);
  return mapped(email, (body) => body.replaceAll(link, bare(link)).replaceAll(receipt, bare(receipt)));
}

/** The stored email with the order's current links. */
export function withToken(storedEmail: EmailContent, link: string): EmailContent {
  const receipt = receiptLink(link);
  // The receipt's link begins with the order's.
  const pieces = (body: string) => body.split(bare(receipt)).map((piece) => piece.replaceAll(bare(link), link));
  return mapped(storedEmail, (body) => pieces(body).join(receipt));
}

const bare = (link: string) => link.slice(0, link.indexOf("?"));
const mapped = ({ subject, text, html }: EmailContent, change: (body: string) => string): EmailContent => ({
  subject,
  text: change(text),
  html: change(html),
});
