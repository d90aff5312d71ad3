import { z } from "zod/v4";
import { api } from "../../api/client.server.ts";
import type { OrderKey } from "../../components/order/find-order.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

const results = z.enum(["success", "cancel", "pending"]).catch("pending");

/** Lets the service query the gateway. The address is passed on as a hint only; it decides nothing. */
export async function checkGateway(
  args: RouteArgs,
  { ref, token }: OrderKey,
): Promise<{ verified: boolean; hasStatusChanged: boolean }> {
  const result = results.parse(new URL(args.request.url).searchParams.get("result"));
  const response = await api(args, "gatewayConfirm", { orderToken: token, body: { ref, result } });
  // Unreachable, or not in that status any more: the order's page finds out.
  if (!response.ok) return { verified: false, hasStatusChanged: response.problem.code === "invalid_transition" };
  const { verified, status } = response.data.data;
  return { verified, hasStatusChanged: status !== "awaiting_payment" };
}
