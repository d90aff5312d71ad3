import type { Exchange } from "../service/exchange.ts";
import { customerEmail } from "./example-customer.ts";

/** The token of an order's link in the newest email about it. */
export async function emailedToken(service: Exchange, ref: string, to = customerEmail): Promise<string> {
  const texts = (await service.emails(to)).map(({ text }) => text);
  const token = texts.flatMap(
    (text) => new RegExp(`/order/${ref}(?:/review)?\\?t=([a-z2-7]{26})`).exec(text)?.[1] ?? [],
  );
  if (!token[0]) throw new Error(`No email to ${to} has the link of ${ref}`);
  return token[0];
}

/** The customer opens an order's link in the newest email about it, which proves the mailbox. Returns its token. */
export async function openEmailedLink(service: Exchange, ref: string, to = customerEmail): Promise<string> {
  const token = await emailedToken(service, ref, to);
  (await service.call("exchangeTrack", { query: { ref }, token })).reply();
  return token;
}
