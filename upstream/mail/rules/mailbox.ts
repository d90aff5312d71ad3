/** Providers that ignore dots in the part before the `@`, and the name they have for the same mailbox. */
const dotless: Readonly<Record<string, string>> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/**
 * The mailbox that an address reaches: case, what follows a `+`, and the dots of providers that ignore them do not count.
 * Only to compare and to count; nothing is sent to it.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [local = ""] = email.slice(0, at).toLowerCase().split("+");
  const same = dotless[domain];
  return same === undefined ? `${local}@${domain}` : `${local.replaceAll(".", "")}@${same}`;
}
