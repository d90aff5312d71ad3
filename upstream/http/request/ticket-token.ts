import { checkOrderToken, orderToken } from "./order-token.ts";

/** Who got the link: the browser that wrote the message, or the reader of an email, whose address it proves. */
const generations = { browser: 1, email: 2 } as const;
export type TicketLink = keyof typeof generations;

/** No order has such a number, so an order token never matches. */
const signedName = (number: number) => `ticket:${number}`;
const replyName = (number: number) => `ticket-reply:${number}`;

/** The token of a link that opens one ticket. Derived like an order's: see docs/decisions/030. */
export function ticketToken(secrets: readonly string[], number: number, link: TicketLink): string {
  return orderToken(secrets, signedName(number), generations[link]);
}

/** Which of the links has one of the tokens; undefined when none opens the ticket. */
export function openedBy(
  secrets: readonly string[],
  number: number,
  tokens: readonly string[],
): TicketLink | undefined {
  const links: readonly TicketLink[] = ["email", "browser"];
  return links.find((link) =>
    tokens.some((token) => checkOrderToken(secrets, signedName(number), generations[link], token)),
  );
}

/** The token in the address that emails about the ticket are answered to. It opens no page. */
export function replyToken(secrets: readonly string[], number: number): string {
  return orderToken(secrets, replyName(number), 1);
}

export function isReplyToken(secrets: readonly string[], number: number, token: string): boolean {
  return checkOrderToken(secrets, replyName(number), 1, token);
}
