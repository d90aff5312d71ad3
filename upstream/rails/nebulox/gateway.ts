import type { HostedGateway } from "../../ports/rail.ts";
import type { GatewayClient } from "./client.ts";
import { type Desk, nebulox, nebuloxPayin } from "./sessions.ts";

/** The hosted gateway as the service knows it, whoever plays it: the real one, or the sandbox. */
export function nebuloxGateway(
  desk: Desk,
  client: GatewayClient,
  rules: Pick<HostedGateway, "takes" | "webhookSecrets">,
): HostedGateway {
  return { name: nebulox, payin: nebuloxPayin(desk, client), read: client.read, ...rules };
}
