import { createHash } from "node:crypto";
import type { Address, Email } from "postal-mime";
import { maxAttachments } from "../../contract/support/ticket-states.ts";
import { withoutQuote } from "./rules/email-reply.ts";

export type IncomingEmail = {
  /** The one address of From, in lower case; null without one or with several. */
  from: string | null;
  /** Everywhere the address may stand that it was delivered to, in lower case. */
  recipients: string[];
  text: string;
  pictures: { name: string; bytes: Uint8Array }[];
  /** The same for every delivery of the message. */
  id: string;
  /** Sent by a program: an absence notice, a mailing list, a report of a failed delivery. */
  isAutomatic: boolean;
};

const pictureTypes = ["image/png", "image/jpeg", "image/webp"];
const maxParts = 100;

/** Parses a message as a mail server received it; null for bytes that are none. */
export async function parseEmail(bytes: Uint8Array): Promise<IncomingEmail | null> {
  // Loaded for the first message: it brings the names of all HTML entities.
  const { default: PostalMime, addressParser } = await import("postal-mime");
  const email = await PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer", maxNestingDepth: 20 }).catch(
    () => null,
  );
  if (!email || email.headers.length === 0) return null;
  const written = email.headers.filter(({ key }) => key === "from");
  // The parser keeps the first address only: a second one would be a second author.
  const senders = flat(written.flatMap(({ value }) => addressParser(value)));
  const [only] = senders;
  const delivered = email.headers.filter(({ key }) => recipientHeaders.has(key)).map(({ value }) => bare(value));
  const identity = email.messageId ?? Buffer.from(bytes).toString("latin1");
  return {
    from: written.length === 1 && senders.length === 1 && only ? only : null,
    recipients: [...flat([...(email.to ?? []), ...(email.cc ?? [])]), ...delivered],
    text: withoutQuote(email.text ?? textOfHtml(email.html ?? "")),
    pictures: picturesOf(email),
    id: createHash("sha256").update(identity).digest("base64url"),
    isAutomatic: isAutomatic(email),
  };
}

/**
 * The words of a message without a text part, each cell of a table in a line. Its markup is dropped: texts are plain. Each character is
 * looked at a fixed number of times, since anybody can send a message: a tag that never ends has no second search.
 */
export function textOfHtml(html: string): string {
  // Other letters may become longer.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const endless = new Set<string>();
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const close = open === -1 ? -1 : html.indexOf(">", open);
    if (close === -1) break;
    text += html.slice(at, open);
    at = close + 1;
    const [, slash, name = ""] = /^<(\/?)([a-z][a-z0-9]*)/.exec(lower.slice(open, open + longestName)) ?? [];
    if (name === "blockquote" && slash === "") return withEntities(text);
    if (name === "br" || (slash === "/" && lineEnds.has(name))) text += "\n";
    if (slash === "/" || !withoutWords.has(name) || endless.has(name)) continue;
    const end = lower.indexOf(`</${name}`, at);
    if (end === -1) endless.add(name);
    else at = end;
  }
  return withEntities(text + html.slice(at));
}

/** Of a tag that matters here. */
const longestName = 16;
const lineEnds: ReadonlySet<string> = new Set(["p", "div", "li", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"]);
const withoutWords: ReadonlySet<string> = new Set(["style", "script", "head", "title"]);

const withEntities = (text: string) => text.replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (name) => entities[name] ?? name);

const entities: Record<string, string> = {
  "&nbsp;": " ",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

const recipientHeaders: ReadonlySet<string> = new Set([
  "delivered-to",
  "x-original-to",
  "envelope-to",
  "x-envelope-to",
]);
const bare = (value: string) => value.trim().replace(/^<|>$/g, "").toLowerCase();
const flat = (addresses: readonly Address[]): string[] =>
  addresses
    .flatMap((mailbox) => (mailbox.group ?? [mailbox]).map(({ address }) => address.toLowerCase()))
    .filter(Boolean);

function picturesOf({ attachments }: Email): IncomingEmail["pictures"] {
  return attachments
    .slice(0, maxParts)
    .filter(({ mimeType }) => pictureTypes.includes(mimeType))
    .slice(0, maxAttachments)
    .flatMap(({ filename, content }) =>
      typeof content === "string" ? [] : [{ name: filename ?? "picture", bytes: new Uint8Array(content) }],
    );
}

/** RFC 3834 and the headers that programs used before it. An answer to such a message could begin a loop. */
function isAutomatic({ headers }: Email): boolean {
  const headerValue = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerValue("auto-submitted");
  if (submitted !== undefined && submitted !== "no") return true;
  if (/^(bulk|junk|list|auto_reply)$/.test(headerValue("precedence") ?? "")) return true;
  if (
    ["list-id", "x-autoreply", "x-autorespond", "x-auto-response-suppress"].some(
      (name) => headerValue(name) !== undefined,
    )
  )
    return true;
  return headerValue("return-path") === "<>" || /^(mailer-daemon|postmaster)@/.test(bare(headerValue("from") ?? ""));
}
