/** An account masked so that its owner recognises it: `a***@mail.com`, `TWd4…ns5jwb`. */
export function maskAccount(account: string): string {
  const at = account.lastIndexOf("@");
  if (at > 0) return `${account.slice(0, 1)}***${account.slice(at)}`;
  return account.length > 12 ? `${account.slice(0, 4)}…${account.slice(-6)}` : account;
}

/** A long transaction id, shortened in the middle. */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id;
}
