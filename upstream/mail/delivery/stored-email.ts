import type { EmailContent } from "../order-email.ts";

/** The email as it may be stored: without the token in its link. */
export function withoutToken(email: EmailContent, link: string): EmailContent {
  return mapped(email, (body) => body.replaceAll(link, bare(link)));
}

/** The stored email with the order's current link. */
export function withToken(kept: EmailContent, link: string): EmailContent {
  return mapped(kept, (body) => body.replaceAll(bare(link), link));
}

const bare = (link: string) => link.slice(0, link.indexOf("?"));
const mapped = ({ subject, text, html }: EmailContent, change: (body: string) => string): EmailContent => ({
  subject,
  text: change(text),
  html: change(html),
});
