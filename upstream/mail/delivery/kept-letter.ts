import type { Letter } from "../letter.ts";

/** A letter as it may be kept: the address in it without what opens the order. */
export function withoutToken(letter: Letter, link: string): Letter {
  return mapped(letter, (body) => body.replaceAll(link, bare(link)));
}

/** The same letter again, opening the order as its links do now. */
export function withToken(kept: Letter, link: string): Letter {
  return mapped(kept, (body) => body.replaceAll(bare(link), link));
}

const bare = (link: string) => link.slice(0, link.indexOf("?"));
const mapped = ({ subject, text, html }: Letter, change: (body: string) => string): Letter => ({
  subject,
  text: change(text),
  html: change(html),
});
