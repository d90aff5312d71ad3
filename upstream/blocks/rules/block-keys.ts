import { prefixesOf, readPrefix } from "../../../contract/networks/prefixes.ts";
import { mailboxOf } from "../../mail/rules/mailbox.ts";
import { spellingsOf } from "../../shared/rules/addresses/address.ts";
import { nameKey } from "../../shared/rules/names/name-words.ts";

/**
 * By what an operator refuses somebody. `paypal`: an account at PayPal, `address`: one on a chain; they may pay or be paid.
 * `name`: in any order of its words and in Latin or Cyrillic letters.
 */
export const blockKinds = ["email", "domain", "network", "paypal", "address", "name"] as const;
export type BlockKind = (typeof blockKinds)[number];

/** One thing that a block may name, in the form in which blocks are stored. */
export type BlockKey = { kind: BlockKind; value: string };

/** What we know of somebody. `accounts`: emails at an e-wallet, or addresses on a chain; `address`: where a visitor calls from. */
export type Party = {
  emails?: readonly (string | null | undefined)[];
  accounts?: readonly (string | null | undefined)[];
  address?: string | null;
  names?: readonly (string | null | undefined)[];
};

/** All that a block of this party could name. */
export function blockKeysOf({ emails = [], accounts = [], address = null, names = [] }: Party): BlockKey[] {
  const isText = (text: string | null | undefined): text is string => typeof text === "string" && text !== "";
  return [
    ...emails.filter(isText).flatMap(keysOfEmail),
    ...accounts.filter(isText).flatMap(keysOfAccount),
    ...prefixesOf(address).map((value) => ({ kind: "network" as const, value })),
    ...names.filter(isText).flatMap(keysOfName),
  ];
}

function keysOfEmail(email: string): BlockKey[] {
  const labels = domainOf(email).split(".");
  const domains = labels.map((_, at) => labels.slice(at).join("."));
  return [{ kind: "email", value: mailboxOf(email) }, ...domains.map((value) => ({ kind: "domain" as const, value }))];
}

function keysOfAccount(account: string): BlockKey[] {
  if (account.includes("@")) return [{ kind: "paypal", value: mailboxOf(account) }];
  return [account, ...spellingsOf(account)].map((spelling) => ({ kind: "address", value: spelling.toLowerCase() }));
}

function keysOfName(name: string): BlockKey[] {
  const value = nameKey(name);
  return value === "" ? [] : [{ kind: "name", value }];
}

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** What an operator has typed, in the form in which it is stored; undefined where it is not of its kind. */
export function readBlockValue(kind: BlockKind, typed: string): string | undefined {
  const text = typed.trim();
  switch (kind) {
    case "email":
    case "paypal":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? mailboxOf(text) : undefined;
    case "domain": {
      const domain = text.toLowerCase().replace(/^(@|\*\.)/, "");
      return /^([^\s@.]+\.)+[^\s@.]+$/.test(domain) ? domain : undefined;
    }
    case "network":
      return readPrefix(text)?.prefix;
    case "address":
      return /^[\w:-]{20,200}$/.test(text) ? text.toLowerCase() : undefined;
    case "name": {
      const value = nameKey(text);
      // One word is the name of very many.
      return value.includes(" ") && value.length <= 200 ? value : undefined;
    }
  }
}

/** Whether a network is so wide that a block of it refuses many who have done nothing. */
export function isWideNetwork(prefix: string): boolean {
  const network = readPrefix(prefix);
  return network !== undefined && network.length < (network.bits === 32 ? 16 : 32);
}
