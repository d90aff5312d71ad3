import { parseRef } from "../../contract/order/order-number.ts";
import { parseReceiptCode } from "../../contract/order/receipt-code.ts";
import { asciiForm, dashes, withoutFullWidth, withoutInvisible } from "../../contract/values/pasted-text.ts";
import { readWalletUri, walletSchemes } from "../shared/rules/addresses/wallet-uri.ts";
import { groupedAddressesIn } from "./grouped-addresses.ts";

/**
 * Something in a pasted text that can be ours or not. `host` is as written, empty where a link has none; `handle` has no
 * `@`, and no `host` outside a link. The `text` of an address is without spaces and without the URI around it.
 */
export type Thing =
  | { kind: "receipt"; text: string }
  | { kind: "link"; text: string; host: string }
  | { kind: "email"; text: string; host: string }
  | { kind: "messenger"; text: string; handle: string; host: string | null }
  | { kind: "address"; text: string }
  | { kind: "code"; text: string }
  | { kind: "order"; text: string };

/** Links to a person in a messenger: their path is the handle. */
const messengerHosts = /^(?:www\.)?(?:t\.me|telegram\.me|wa\.me|api\.whatsapp\.com|vk\.com|vk\.me|m\.me)$/i;
/** Characters that end a sentence, not an address. */
const trailing = /[.,;:!?)\]}>»”"'…\p{Cf}]+$/u;

/** What a browser reads as part of a link: a byte order mark, which is no space to it, and it drops tabs and line breaks, so one before a sign of links belongs to it. */
const linkText = '(?:[^\\s<>"«»]|\\ufeff|[\\t\\r\\n]+(?=[.@%\\\\:]))+';
/** Those that run or wrap something else than the page whose address they show. */
const hostileSchemes = "javascript|vbscript|data|blob|file|filesystem|intent|android-app|view-source|about|jar";
/** What may stand before a domain that is a link by itself; after any other sign it is part of something longer. */
const domainStart = "(?<![\\p{L}\\p{N}\\p{M}_.%\\\\@/&=?#+~-])";

/** Repetitions are bounded: a pasted text must not cost more than a few times its length. */
const patterns: readonly [pattern: RegExp, read: (match: string) => Thing | null][] = [
  [new RegExp(`\\b(?:${walletSchemes}):${linkText}`, "giu"), walletUriOf],
  [new RegExp(`\\b(?:${hostileSchemes}):${linkText}`, "giu"), linkOf],
  [
    new RegExp(
      `\\b(?:https?:(?=[^\\s])|[a-z][a-z\\d+.-]{0,30}:[\\t\\r\\n]*[\\\\/][\\t\\r\\n]*[\\\\/])${linkText}`,
      "giu",
    ),
    linkOf,
  ],
  [/[^\s@＠<>()[\]",;:«»]{1,64}[@＠][\p{L}\p{N}-]+(?:[.．][\p{L}\p{N}-]+)+/gu, emailOf],
  [
    /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]{3,32}/gu,
    (match) => ({ kind: "messenger", text: match, handle: match.slice(1), host: null }),
  ],
  [
    new RegExp(
      `${domainStart}(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,9}\\p{L}{2,24}(?![\\p{L}\\p{N}])${linkText.slice(0, -1)}*`,
      "gu",
    ),
    linkOf,
  ],
];

/** After invisible characters were removed: they mean nothing in an address, and a lot in a link. */
const plainPatterns: typeof patterns = [
  [/(?<![\p{L}\p{N}])(?:0x[\da-f]{40}|[a-z\d]{26,90})(?![\p{L}\p{N}])/giu, (text) => ({ kind: "address", text })],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])[\\da-z]{4}[${dashes}][\\da-z]{4}[${dashes}][\\da-z]{2}(?![\\p{L}\\p{N}])`, "giu"),
    orderOf,
  ],
  // As in our links, without dashes: with a digit and a letter, so that neither a word nor a telephone number is one.
  [/(?<![\p{L}\p{N}])(?=[A-Z]*\d)(?=\d*[A-Z])[\dA-Z]{10}(?![\p{L}\p{N}])/gu, orderOf],
];

/** Everything in a text that can be looked up, each once, in no particular order. */
export function thingsIn(text: string): Thing[] {
  const things: Thing[] = [];
  const receipt = receiptIn(text);
  if (receipt) things.push({ kind: "receipt", text: receipt });
  const take = (from: string, some: typeof patterns) => {
    let rest = from;
    for (const [pattern, read] of some) {
      rest = rest.replace(pattern, (match) => {
        // A link alone ends no sentence: its full stop belongs to it.
        const isWholeLink = read === linkOf && match === text.trim() && match.endsWith(".");
        const thing = read(isWholeLink ? match : match.replace(trailing, ""));
        if (thing) things.push(thing);
        return thing ? " " : match;
      });
    }
    return rest;
  };
  things.push(...codesIn(asciiForm(text)));
  const withoutLinks = asciiForm(take(receipt ? text.replace(receipt, () => " ") : text, patterns));
  const grouped = groupedAddressesIn(withoutLinks);
  things.push(...grouped.addresses.map((address): Thing => ({ kind: "address", text: address })));
  take(grouped.rest, plainPatterns);
  return [...new Map(things.map((thing) => [`${thing.kind} ${thing.text}`, thing])).values()];
}

/** Check codes of receipts, with their dashes; also in links, since the QR code on the paper is one. */
const groupedCode = new RegExp(`(?<![\\p{L}\\p{N}])[\\da-z]{4}(?:[${dashes}][\\da-z]{4}){4}(?![\\p{L}\\p{N}])`, "giu");
/** Without dashes, in capitals, with a digit and a letter, so that neither a word nor a long number is one. */
const plainCode = /(?<![\p{L}\p{N}])(?=[A-Z]*\d)(?=\d*[A-Z])[\dA-Z]{20}(?![\p{L}\p{N}])/gu;

/** With spaces only where the text is nothing else: in a sentence five words of four letters are no code. */
const codeAlone = new RegExp(`^(?=.*\\d)(?=.*[a-z])[\\da-z]{4}(?:[${dashes}\\s]?[\\da-z]{4}){4}$`, "iu");

function codesIn(text: string): Thing[] {
  const alone = text.trim();
  const candidates = codeAlone.test(alone)
    ? [alone]
    : [...(text.match(groupedCode) ?? []), ...(text.match(plainCode) ?? [])];
  return candidates.flatMap((candidate) => (parseReceiptCode(candidate) ? [{ kind: "code", text: candidate }] : []));
}

/** The name of an account or its telephone number, if the text is nothing else: in a sentence any word could be one. */
export function bareNameIn(text: string): (Thing & { kind: "messenger" }) | null {
  const name = text.trim().replace(trailing, "");
  const isName = /^[\p{L}\p{N}_.]{3,32}$/u.test(name) || /^\+?[\d\s()-]{7,24}$/.test(name);
  return isName ? { kind: "messenger", text: name, handle: name, host: null } : null;
}

function receiptIn(text: string): string | null {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  const receipt = start >= 0 ? text.slice(start, end + 1) : "";
  return receipt.includes('"statement"') ? receipt : null;
}

/** What a payment URI pays to. Without an address it is a link like any other. */
function walletUriOf(text: string): Thing | null {
  const address = withoutInvisible(readWalletUri(text)?.address ?? "");
  return address ? { kind: "address", text: address } : { kind: "link", text, host: "" };
}

function linkOf(text: string): Thing | null {
  const url = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^:]*\.[^:]*:\d/.test(text) ? text : `https://${text}`;
  // What stands before an @ is a name, whatever it looks like: the host is behind it.
  const host = /^[^:]*:[\\/\s]*(?:[^/?#\\]*@)?([^/?#\\:]*)/.exec(url)?.[1]?.toLowerCase() ?? "";
  if (!messengerHosts.test(host)) return { kind: "link", text, host };
  const handle = messengerHandle(url);
  return handle ? { kind: "messenger", text, handle, host } : { kind: "link", text, host };
}

/** The account that a messenger's link opens, once its path is read as a browser does. */
function messengerHandle(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { pathname, searchParams } = new URL(url);
  const [first = ""] = pathname.split("/").filter(Boolean);
  const phones = searchParams.getAll("phone");
  const name = first === "send" && phones.length > 0 ? (phones.length === 1 ? phones[0] : null) : first;
  return name?.trim().replace(/^[@+]/, "") || null;
}

/** Mail programs write full width as ASCII, so it is the same mailbox. */
function emailOf(typed: string): Thing | null {
  const text = withoutFullWidth(typed);
  const host = text.split("@").at(-1)?.toLowerCase();
  return host ? { kind: "email", text, host } : null;
}

function orderOf(text: string): Thing | null {
  return parseRef(text) ? { kind: "order", text } : null;
}
