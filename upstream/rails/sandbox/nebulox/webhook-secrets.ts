import { createHmac } from "node:crypto";
import type { UpstreamEnv } from "../../../settings/env.ts";
import { nebuloxSettings } from "../../nebulox/settings.ts";

/**
 * Secrets of the simulated gateway's webhooks, the first one signs: from the settings, or derived from the service's
 * own secret.
 */
export function sandboxWebhookSecrets(env: UpstreamEnv): readonly string[] {
  const { NEBULOX_WEBHOOK_SECRETS: configured } = nebuloxSettings.parse(env.railSettings);
  if (configured) return configured;
  const [secret = ""] = env.ORDER_LINK_SECRETS;
  return [`whsec_${createHmac("sha256", secret).update("sandbox gateway").digest("base64")}`];
}
