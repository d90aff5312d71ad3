import { createHash } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { pushSubscription } from "../../../contract/order/order-push.ts";
import { api } from "../../api/client.server.ts";
import { findOrder, orderKey, orderPath } from "../../components/order/find-order.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";

const endpoint = pushSubscription.shape.endpoint;
const pushForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("ask"), endpoint }),
  z.object({ intent: z.literal("off"), endpoint }),
  z.object({ intent: z.literal("on"), ...pushSubscription.shape, key: z.string().max(100) }),
]);

/** There is no page: an address copied from somewhere leads to the order. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  const { order } = await findOrder(args, args.params.ref);
  throw redirect(orderPath(args.request, order.ref), 303);
}

/** What the script of the order page asks and changes: whether this browser is told about the order. */
export async function action(args: ActionFunctionArgs) {
  const { ref, token: orderToken } = await orderKey(args, args.params.ref);
  const form = await parseForm(args.request, pushForm);
  if (!form.ok) return new Response(null, { status: 400 });
  const { value } = form;
  if (value.intent === "on") {
    const { endpoint, p256dh, auth, key } = value;
    const subscription = { endpoint, p256dh, auth };
    return responseTo(await api(args, "orderPushOn", { orderToken, body: { ref, subscription, key } }));
  }
  const query = { ref, id: createHash("sha256").update(value.endpoint).digest("base64url") };
  if (value.intent === "ask") return responseTo(await api(args, "orderPush", { orderToken, query }));
  const off = await api(args, "orderPushOff", { orderToken, query });
  return off.ok ? Response.json({ active: false }) : new Response(null, { status: off.problem.status });
}

type SubscriptionResult =
  | { ok: true; data: { data: { active: boolean } } }
  | { ok: false; problem: { status: number } };

function responseTo(result: SubscriptionResult): Response {
  if (result.ok) return Response.json(result.data.data);
  return new Response(null, { status: result.problem.status });
}
