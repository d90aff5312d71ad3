/** Syntax of an e-mail address: ASCII, one `@`, a domain with a dot. Only sending to it shows whether it exists. */
const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const address = new RegExp(`^${local}@(?:${label}\\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$`);

/** RFC 5321. */
export const maxEmailLength = 254;

/** The address with its domain in lower case; undefined when invalid. RFC 5321 limits: 64 and 254 characters. */
export function readEmail(text: string): string | undefined {
  const typed = text.trim();
  const at = typed.lastIndexOf("@");
  if (typed.length > maxEmailLength || at > 64 || !address.test(typed)) return undefined;
  return typed.slice(0, at) + typed.slice(at).toLowerCase();
}
