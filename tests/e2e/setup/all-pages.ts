import { termsVersion } from "../../../contract/order/terms.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import type { Member } from "../people/member.ts";
import { type Lang, prefix } from "../people/visitor.ts";
import { filled, siteRoutes } from "./site-routes.ts";

/** Addresses that return no page, or redirect. */
const noPages =
  /\/(status\.xml|export\.json|orders\.csv|transactions\.csv|affiliates\.csv|state\.json|receipt\.json|address\.json|:ref\/status|stream|push|repeat|return|html|sign-out|auth\/google|refused|gallery)$|\/files\//;
/** Pages of a short-lived state; their own tests open them. */
const inBetween =
  /\/(sign-up\/code|reset\/code|email\/code|withdrawals\/:withdrawal|two-factor|link-google|reserve-request(\/stop)?)$/;

/**
 * The address of every page of the built site, new ones included, for a browser that is signed in and may open its
 * orders and its ticket and its wallet: a draft, a completed order and a question, all of which it makes.
 */
export async function allPages(member: Member, lang: Lang): Promise<string[]> {
  const { office, page } = member;
  const draft = await office.draft();
  const order = await office.order();
  await office.plays(order, "pay_exact");
  await office.becomes(order, "completed");
  for (const orderKey of [draft, order]) await office.opens(page, lang, orderKey);
  const ticket = await office.ticket(page, lang);
  const [email] = (await office.call("sandboxLetters", { query: { to: customerEmail } })).data;
  await member.beginsSignedIn();
  await member.opensWallet("USDT TRC20");
  return siteRoutes()
    .map(({ path }) => path)
    .filter((path) => path.startsWith(prefix(lang)) && !path.endsWith("*"))
    .filter((path) => !noPages.test(path) && !inBetween.test(path))
    .map((path) => {
      const { ref } = /(details|confirm)$/.test(path) ? draft : order;
      return filled(path, { ref, ticket, page: "usdt-to-paypal", id: email?.id ?? "", version: termsVersion });
    });
}
