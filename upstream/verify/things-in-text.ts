import { parseRef } from "../../contract/order/order-number.ts";

/** Something in a pasted text that can be ours or not. `host` is as written; `handle` has no `@`, and no `host` outside a link. */
export type Thing =
  | { kind: "receipt"; text: string }
  | { kind: "link"; text: string; host: string }
  | { kind: "email"; text: string; host: string }
  | { kind: "messenger"; text: string; handle: string; host: string | null }
  | { kind: "address"; text: string }
  | { kind: "order"; text: string };

/** Links to a person in a messenger: their path is the handle. */
const messengerHosts = /^(?:www\.)?(?:t\.me|telegram\.me|wa\.me|api\.whatsapp\.com|vk\.com|vk\.me|m\.me)$/i;
/** Characters that end a sentence, not an address. */
const trailing = /[.,;:!?)\]}>»”"'…]+$/u;

/** Repetitions are bounded: a pasted text must not cost more than a few times its length. */
const patterns: readonly [pattern: RegExp, read: (found: string) => Thing | null][] = [
  [/\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s<>"«»]+/giu, linkOf],
  [/[^\s@<>()[\]",;:«»]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, emailOf],
  [
    /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]{3,32}/gu,
    (found) => ({ kind: "messenger", text: found, handle: found.slice(1), host: null }),
  ],
  [/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,9}\p{L}{2,24}(?::\d+)?(?:[/?#][^\s<>"«»]*)?/gu, linkOf],
  [/(?<![\p{L}\p{N}])(?:0x[\da-f]{40}|[a-z\d]{26,90})(?![\p{L}\p{N}])/giu, (text) => ({ kind: "address", text })],
  [/(?<![\p{L}\p{N}])[\da-z]{4}-[\da-z]{4}-[\da-z]{2}(?![\p{L}\p{N}])/giu, orderOf],
  // As in our links, without dashes: with a digit and a letter, so that neither a word nor a telephone number is one.
  [/(?<![\p{L}\p{N}])(?=[A-Z]*\d)(?=\d*[A-Z])[\dA-Z]{10}(?![\p{L}\p{N}])/gu, orderOf],
];

/** Everything in a text that can be looked up, each once, in no particular order. */
export function thingsIn(text: string): Thing[] {
  const things: Thing[] = [];
  const receipt = receiptIn(text);
  if (receipt) things.push({ kind: "receipt", text: receipt });
  let rest = receipt ? text.replace(receipt, () => " ") : text;
  for (const [pattern, read] of patterns) {
    rest = rest.replace(pattern, (found) => {
      const thing = read(found.replace(trailing, ""));
      if (thing) things.push(thing);
      return thing ? " " : found;
    });
  }
  return [...new Map(things.map((thing) => [`${thing.kind} ${thing.text}`, thing])).values()];
}

/** The name of an account or its telephone number, if the text is nothing else: in a sentence any word could be one. */
export function bareNameIn(text: string): (Thing & { kind: "messenger" }) | null {
  const name = text.trim().replace(trailing, "");
  const isName = /^[\p{L}\p{N}_.]{3,32}$/u.test(name) || /^\+?[\d\s()-]{7,24}$/.test(name);
  return isName ? { kind: "messenger", text: name, handle: name, host: null } : null;
}

function receiptIn(text: string): string | null {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  const found = start >= 0 ? text.slice(start, end + 1) : "";
  return found.includes('"statement"') ? found : null;
}

function linkOf(text: string): Thing | null {
  const url = text.includes("://") ? text : `https://${text}`;
  // What stands before an @ is a name, whatever it looks like: the host is behind it.
  const host = /^[^/]*:\/\/(?:[^/?#\\]*@)?([^/?#\\:]+)/.exec(url)?.[1]?.toLowerCase();
  if (!host) return null;
  if (!messengerHosts.test(host)) return { kind: "link", text, host };
  const handle = /^[^/]*:\/\/[^/]+\/(?:send\/?\?phone=)?[@+]?([^/?#]+)/.exec(url)?.[1];
  return handle ? { kind: "messenger", text, handle, host } : { kind: "link", text, host };
}

function emailOf(text: string): Thing | null {
  const host = text.split("@").at(-1)?.toLowerCase();
  return host ? { kind: "email", text, host } : null;
}

function orderOf(text: string): Thing | null {
  return parseRef(text) ? { kind: "order", text } : null;
}
