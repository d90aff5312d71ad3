import { createHmac } from "node:crypto";
import type { UpstreamEnv } from "../env.ts";
import type { HostedGateway } from "../ports/rail.ts";
import { nebuloxGateway } from "./nebulox/gateway.ts";
import { httpGateway } from "./nebulox/http-client.ts";
import type { Desk } from "./nebulox/sessions.ts";
import { sandboxGateway } from "./sandbox/nebulox/client.ts";
import { networkOf } from "./sandbox/network.ts";

type GatewayDesk = Omit<Desk, "siteOrigin"> & Parameters<typeof sandboxGateway>[0];

/** The hosted gateways of this service: the real one where `RAILS` names it, else the one that the sandbox plays. */
export function gatewaysFor(env: UpstreamEnv, desk: GatewayDesk): HostedGateway[] {
  const isReal = env.RAILS.split(",").includes("nebulox");
  const { NEBULOX_URL: url = "", NEBULOX_KEY: key = "", NEBULOX_WEBHOOK_SECRETS: given } = env;
  const client = isReal ? httpGateway({ url, key }) : sandboxGateway(desk);
  const takes = (asset: string) => ![undefined, "paypal"].includes(networkOf(asset));
  const webhookSecrets = given ?? [playedSecret(env)];
  return [nebuloxGateway({ ...desk, siteOrigin: env.PUBLIC_ORIGIN }, client, { takes, webhookSecrets })];
}

/** The sandbox signs to itself: with a secret that nobody has to name, and nobody else can know. */
function playedSecret({ ORDER_LINK_SECRETS: [secret = ""] }: UpstreamEnv): string {
  return `whsec_${createHmac("sha256", secret).update("sandbox gateway").digest("base64")}`;
}
