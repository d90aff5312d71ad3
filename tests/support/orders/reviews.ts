import { eq } from "drizzle-orm";
import { order } from "../../../upstream/db/schema/index.ts";
import { reviewConfirmKind } from "../../../upstream/orders/reviews/email-kinds.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import type { Wire } from "../service/api-client.ts";
import type { Exchange } from "../service/exchange.ts";
import { customerEmail } from "./example-customer.ts";
import { acceptTerms, type DraftInput, executeDraft, giveDetails, type OpenedOrder, openDraft } from "./order-steps.ts";

type Written = { rating: number; text: string; name: string };
export const praise: Written = { rating: 5, text: "Quick and clear.", name: "Anna" };

/** A completed order of this address. */
export async function completedOrder(
  service: Exchange,
  email = customerEmail,
  input: DraftInput = {},
): Promise<OpenedOrder> {
  const draft = await openDraft(service, input);
  await giveDetails(service, draft, { email });
  await acceptTerms(service, draft);
  const { data } = (await executeDraft(service, draft)).reply();
  await simulateEvent(service.ctx, await rowOf(service, draft.ref), "pay_exact", null);
  await service.runJobs();
  return { ...draft, order: data };
}

export async function rowOf({ ctx }: Exchange, ref: string) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error(`There is no order ${ref}`);
  return row;
}

export function write(
  service: Exchange,
  { ref, token }: OpenedOrder,
  written: Partial<Written> = {},
  sent: Pick<Wire, "headers"> = {},
) {
  return service.call("reviewsCreate", { token, ...sent, body: { ref, ...praise, ...written } });
}

/** The key of the newest email that publishes a review. */
export async function confirmKey(service: Exchange, email = customerEmail): Promise<string> {
  const message = (await service.emails(email)).find(({ kind }) => kind === reviewConfirmKind);
  const key = /reviews\/confirm\?t=(\S+)/.exec(message?.text ?? "")?.[1];
  if (key === undefined) throw new Error("No email with a link");
  return decodeURIComponent(key);
}

/** A published review by a customer of their own; its id. */
export async function published(
  service: Exchange,
  written: Partial<Written> = {},
  sent: Pick<Wire, "headers"> = {},
): Promise<string> {
  count += 1;
  // A time of its own, by which the list is sorted.
  await service.pass(1);
  const email = `customer${count}@example.com`;
  await write(service, await completedOrder(service, email), written, sent);
  const token = await confirmKey(service, email);
  return (await service.call("reviewsConfirm", { body: { token } })).reply().data.id;
}
let count = 0;

export const inRussian = { headers: { "Accept-Language": "ru" } };
