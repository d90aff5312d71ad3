/** Where a mailbox is, and how to sign in. `folder`: as the server names it. */
export type ImapAddress = {
  host: string;
  port: number;
  isEncrypted: boolean;
  user: string;
  password: string;
  folder: string;
};

/**
 * `imaps://user:password@mail.example/folder`; without a folder the inbox. Special characters are encoded (`%40` for `@`). Without
 * encryption (`imap://`) only on this machine. Null for anything else.
 */
export function readImapUrl(text: string): ImapAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const isEncrypted = protocol === "imaps:";
  if (!isEncrypted && !(protocol === "imap:" && isThisMachine(hostname))) return null;
  if (hostname === "" || search !== "" || hash !== "") return null;
  try {
    const [user, secret, folder] = [username, password, pathname.slice(1)].map(decodeURIComponent);
    if (!user || !secret || folder === undefined) return null;
    const host = hostname.replace(/^\[|\]$/g, "");
    const address = { host, port: Number(port) || (isEncrypted ? 993 : 143), isEncrypted };
    return { ...address, user, password: secret, folder: folder || "INBOX" };
  } catch {
    // Not encoded as an address has to be.
    return null;
  }
}

const isThisMachine = (hostname: string) => /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
