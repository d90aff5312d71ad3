import { paypalAccount } from "../orders/example-customer.ts";

type EmailParts = { at: Date; isHtml?: boolean; from?: string; id?: string; authentication?: string[] };

/** The mail server of the mailbox, and what it says of an email that PayPal has signed. */
export const mailServer = "mx.mail.example";
export const signedByPaypal = `${mailServer}; dkim=pass header.d=paypal.com; spf=pass smtp.mailfrom=paypal.com`;

/** An email as a mail server has it: headers, and a text of these rows. */
export function noticeEmail(
  subject: string,
  rows: readonly string[],
  { at, isHtml = false, from = "service@paypal.com", id, authentication = [signedByPaypal] }: EmailParts,
): string {
  const type = `Content-Type: text/${isHtml ? "html" : "plain"}; charset=utf-8`;
  const cells = rows.map(
    (row) =>
      `<tr>${row
        .split(": ")
        .map((cell) => `<td>${cell}&nbsp;</td>`)
        .join("")}</tr>`,
  );
  const body = isHtml ? `<html><body><table>${cells.join("")}</table></body></html>` : rows.join("\n");
  const encoded = `=?utf-8?B?${Buffer.from(subject).toString("base64")}?=`;
  const named = id === undefined ? [] : [`Message-ID: <${id}>`];
  const results = authentication.map((value) => `Authentication-Results: ${value}`);
  const about = [`From: ${from}`, `Subject: ${encoded}`, `Date: ${at.toUTCString()}`, ...named, "MIME-Version: 1.0"];
  const headers = [...results, ...about];
  const content = Buffer.from(body).toString("base64");
  return [...headers, type, "Content-Transfer-Encoding: base64", "", content].join("\r\n");
}

export const receivedSubject = "You've received a payment";

/** What PayPal writes about a payment of the example customer. */
export const receivedRows = (tx: string, amount = "100.00") => [
  `Transaction ID: ${tx}`,
  `Amount: ${amount} USD`,
  `Buyer: ${paypalAccount}`,
];
