import { normalizedRef } from "../../../contract/order/order-number.ts";
import { api } from "../../api/client.server.ts";
import { freezeKey } from "../../auth/cookies/freeze-cookie.server.ts";
import { orderTokenFor } from "../../auth/cookies/orders-cookie.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { botCheckProofOf } from "../../components/bot-check/bot-check-fields.server.ts";
import type { KeptFile } from "../../components/support/kept-file.ts";
import { messageKey } from "../../components/support/message-key.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import type { MessageFormValues } from "./message-form.server.ts";

/** Sends the message; with the token of its order, if this browser has it. */
export async function sendMessage(args: RouteArgs, value: MessageFormValues, files: KeptFile[]) {
  const membership = await membershipOf(args);
  const email = membership.status === "member" ? membership.profile.email : (value.email ?? "");
  const orderRef = value.order ? value.order : null;
  const token = orderRef === null ? null : await orderTokenFor(args, normalizedRef(orderRef));
  const { topic, message } = value;
  const freeze_key = value.about === "freeze" ? await freezeKey(args, "freeze") : null;
  const attachments = files.map(({ id }) => id);
  const body = { email, topic, order_ref: orderRef, freeze_key, message, attachments, ...botCheckProofOf(value) };
  const idempotencyKey = messageKey(args, "message", value.opened ?? "", JSON.stringify(body));
  return api(args, "supportMessage", { body, idempotencyKey, orderToken: token ?? undefined });
}
