import { isPaypalAddress } from "../read-notice.ts";

/**
 * Whether the mail server of our mailbox says that an email has a valid signature (DKIM) of its sender's domain. `results`: the topmost
 * `Authentication-Results` (RFC 8601), which the last server has added; a header further down may be a stranger's. `server`: the name with
 * which ours begins it; null where operators have named none. `from`: in small letters, of PayPal or one of our own accounts.
 */
export function isAuthenticated(results: string | null, server: string | null, from: string): boolean {
  if (results === null || server === null) return false;
  const [name = "", ...methods] = withoutQuotes(results).toLowerCase().split(";");
  if (name.trim().split(/\s/)[0] !== server) return false;
  return methods.some((method) => {
    const words = method.trim().split(/\s+/);
    if (words[0] !== "dkim=pass") return false;
    const signers = words.flatMap((word) => /^header\.(?:d=|i=[^@]*@)(.+)$/.exec(word)?.[1] ?? []);
    return signers.length > 0 && signers.every((domain) => isOfSender(domain, from));
  });
}

/** Of its domain, or of PayPal's above it: `service@intl.paypal.com` is signed by `paypal.com`, too. */
function isOfSender(domain: string, from: string): boolean {
  const ofSender = from.slice(from.lastIndexOf("@") + 1);
  if (domain === ofSender) return true;
  return isPaypalAddress(from) && isPaypalAddress(`any@${domain}`) && ofSender.endsWith(`.${domain}`);
}

/** Without comments and quoted texts, which may repeat what a stranger has written. Nested comments, as the RFC allows. */
function withoutQuotes(header: string): string {
  let rest = "";
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at += 1) {
    const sign = header.charAt(at);
    if (sign === "\\") at += 1;
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "(") depth += 1;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += sign;
  }
  return rest;
}
