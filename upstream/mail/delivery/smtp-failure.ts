/** SMTP commands whose refusal is about this email; a refused login or greeting is about our settings. */
const aboutTheEmail: ReadonlySet<unknown> = new Set(["RCPT TO", "DATA"]);
/** An enhanced code about policy, such as a relay that does not know us or a blocklist (RFC 3463, 3.8): that can be mended. */
const aboutPolicy = /^\d{3}[ -]5\.7\.\d+/;

/**
 * Whether the recipient's mail server will never take this email: a reply from 500 on to its recipient or its text (RFC
 * 5321, section 4.2.1). Everything else is tried again: 4yz, no connection, policy, and what is wrong with our settings.
 */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("command" in error)) return false;
  const response = "response" in error ? String(error.response) : "";
  return Number(error.responseCode) >= 500 && aboutTheEmail.has(error.command) && !aboutPolicy.test(response);
}
