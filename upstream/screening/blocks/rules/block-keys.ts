import { prefixesOf, readPrefix } from "../../../../contract/networks/prefixes.ts";
import { withoutInvisible } from "../../../../contract/values/pasted-text.ts";
import { mailboxOf } from "../../../mail/rules/mailbox.ts";
import { spellingsOf } from "../../../shared/rules/addresses/address.ts";
import { readEmail } from "../../../shared/rules/fields/email.ts";
import { nameKey } from "../../../shared/rules/names/name-words.ts";

/**
 * By what an operator refuses somebody. `paypal`: an account at PayPal, `address`: one on a chain; they may pay or be paid.
 * `name`: in any order of its words and in Latin or Cyrillic letters.
 */
export const blockKinds = ["email", "domain", "network", "paypal", "address", "name"] as const;
export type BlockKind = (typeof blockKinds)[number];

/** One thing that a block may name, in the form in which blocks are stored. */
export type BlockKey = { kind: BlockKind; value: string };

/** A list of parties who must not be served, in force. `import`: which import of it. */
export type ListInForce = { list: string; date: string; import: string };

/**
 * The blocks of a party, by their ids, and the lists that it has to be compared with beside them. `hasNames`: the blocklist has names.
 */
export type PartyBlocks = { blocks: string[]; lists: ListInForce[]; hasNames: boolean };

/**
 * What we know of somebody. `accounts`: emails at an e-wallet, or addresses on a chain; `address`: where a visitor calls from;
 * `birth`: of whoever has the `names`; `others`: names of other people, with no date of birth. `walletSenders`: where the money in
 * their wallets came from, of which a provider was asked when it came.
 */
export type Party = {
  emails?: readonly (string | null | undefined)[];
  accounts?: readonly (string | null | undefined)[];
  walletSenders?: readonly string[] | null;
  address?: string | null;
  names?: readonly (string | null | undefined)[];
  birth?: string | null;
  others?: readonly string[];
};

/** All that a block of this party could name. */
export function blockKeysOf({
  emails = [],
  accounts = [],
  walletSenders,
  address = null,
  names = [],
  others = [],
}: Party): BlockKey[] {
  const isText = (text: string | null | undefined): text is string => typeof text === "string" && text !== "";
  return [
    ...emails.filter(isText).flatMap(keysOfEmail),
    ...[...accounts, ...(walletSenders ?? [])].filter(isText).flatMap(keysOfAccount),
    ...prefixesOf(address).map((value) => ({ kind: "network" as const, value })),
    ...[...names, ...others].filter(isText).flatMap(keysOfName),
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
  const text = withoutInvisible(typed).trim();
  switch (kind) {
    case "email":
    case "paypal":
      return readMailbox(text);
    case "domain":
      return readDomain(text.replace(/^(@|\*\.)/, ""));
    case "network":
      return readPrefix(text)?.prefix;
    case "address":
      return readAddress(text);
    case "name": {
      const value = nameKey(text);
      // One word is the name of very many.
      return value.includes(" ") && value.length <= 200 ? value : undefined;
    }
  }
}

/** As its network spells it, without the scheme of a payment link before it; of other networks, as it was typed. */
function readAddress(typed: string): string | undefined {
  const [spelling] = spellingsOf(typed.slice(typed.indexOf(":") + 1));
  const address = spelling ?? (/^[\w:-]{20,200}$/.test(typed) ? typed : undefined);
  return address?.toLowerCase();
}

/** Customers' emails are ASCII: a domain in letters of its own language is compared in its other form, `xn--`. */
function readMailbox(typed: string): string | undefined {
  const at = typed.lastIndexOf("@");
  const domain = readDomain(typed.slice(at + 1).replace(/>$/, ""));
  const email = domain && readEmail(`${typed.slice(0, at).replace(/^[^<]*</, "")}@${domain}`);
  return email && mailboxOf(email);
}

/** In small letters and ASCII; undefined for what is no domain of at least two names. */
function readDomain(typed: string): string | undefined {
  if (!/^[^\s@:/?#\\]+$/.test(typed) || !URL.canParse(`http://${typed}`)) return undefined;
  const domain = new URL(`http://${typed}`).hostname.replace(/\.$/, "");
  return /^(?:[a-z\d_-]+\.)+[a-z][a-z\d-]*$/.test(domain) ? domain : undefined;
}

/** Whether a network is so wide that a block of it refuses many who have done nothing. */
export function isWideNetwork(prefix: string): boolean {
  const network = readPrefix(prefix);
  return network !== undefined && network.length < (network.bits === 32 ? 16 : 32);
}
