import type { Letter } from "../order-email.ts";

/** The e-mail as it may be stored: without the token in its link. */
export function withoutToken(letter: Letter, link: string): Letter {
  return mapped(letter, (body) => body.replaceAll(link, bare(link)));
}

/** The stored e-mail with the order's current link. */
export function withToken(kept: Letter, link: string): Letter {
  return mapped(kept, (body) => body.replaceAll(bare(link), link));
}

const bare = (link: string) => link.slice(0, link.indexOf("?"));
const mapped = ({ subject, text, html }: Letter, change: (body: string) => string): Letter => ({
  subject,
  text: change(text),
  html: change(html),
});
