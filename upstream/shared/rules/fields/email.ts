import { unwrapped, withoutInvisible } from "../../../../contract/values/pasted-text.ts";

/** Syntax of an email address: ASCII, one `@`, a domain with a dot. Only sending to it shows whether it exists. */
const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const address = new RegExp(`^${local}@(?:${label}\\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$`);

/** RFC 5321. */
export const maxEmailLength = 254;

/**
 * The address with its domain in lower case; undefined when invalid. RFC 5321 limits: 64 and 254 characters. Read as people
 * paste it: `Anna <anna@mail.com>`, `mailto:anna@mail.com`, in quotes, with invisible characters or a full stop at its end.
 */
export function readEmail(text: string): string | undefined {
  const typed = pastedEmail(text);
  const at = typed.lastIndexOf("@");
  if (typed.length > maxEmailLength || at > 64 || !address.test(typed)) return undefined;
  return typed.slice(0, at) + typed.slice(at).toLowerCase();
}

function pastedEmail(text: string): string {
  const [, named] = /^[^<>@\n\r]*<([^<>]+)>$/.exec(withoutInvisible(text).trim()) ?? [];
  const [plain = ""] = unwrapped(named ?? text)
    .replace(/^mailto:/i, "")
    .split("?", 1);
  return plain.replace(/[.,;]$/, "");
}
