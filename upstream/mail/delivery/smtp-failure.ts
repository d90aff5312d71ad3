/** SMTP commands whose refusal is about this email; a refused login or greeting is about our settings. */
const aboutTheEmail: ReadonlySet<unknown> = new Set(["RCPT TO", "DATA"]);
/**
 * Enhanced codes about the recipient (RFC 3463, 3.2 and 3.3; RFC 7505): no such mailbox, domain or address, one that has moved, one that is
 * disabled. Not a full one (5.2.2), and nothing about the sender (5.1.7, 5.1.8), a policy (5.7), a quota (5.4) or the text (5.6).
 */
const aboutRecipient = /^5(\d\d)[ -]5\.(1\.(1|2|3|6|10)|2\.1)(?!\d)/;
const enhanced = /^\d{3}[ -]\d\.\d+\.\d+/;
/** Without an enhanced code the sentence has to say it. */
const namesRecipient = /\b(user|users|mailbox|recipient|account|address|addressee)\b/i;
const namesAnother =
  /relay|sender|authenticat|authoriz|block|spam|listed|quota|full|over|polic|rate|limit|reputation|tempor|later|host|verif/i;
/** A domain that takes no email at all (RFC 7504). */
const noEmailAtAll = 556;

/**
 * Whether the recipient's mail server will never take email for this recipient: only then is it not tried again, and the customer
 * told to look for a typo in the address. Everything else is tried again and listed for operators: 4yz, no connection, a full mailbox, and
 * whatever is wrong with our sender, network, settings, quota or text.
 */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("command" in error)) return false;
  if (!aboutTheEmail.has(error.command) || Number(error.responseCode) < 500) return false;
  const response = "response" in error ? String(error.response) : "";
  if (Number(error.responseCode) === noEmailAtAll) return true;
  if (enhanced.test(response)) return aboutRecipient.test(response);
  return error.command === "RCPT TO" && namesRecipient.test(response) && !namesAnother.test(response);
}
