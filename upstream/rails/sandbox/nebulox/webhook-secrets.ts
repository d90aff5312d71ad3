import { createHmac } from "node:crypto";
import type { UpstreamEnv } from "../../../env.ts";
import { nebuloxSettings } from "../../nebulox/settings.ts";

/** What the played gateway signs with (the first) and is verified by: the settings', or one that only this service knows. */
export function playedSecrets(env: UpstreamEnv): readonly string[] {
  const { NEBULOX_WEBHOOK_SECRETS: given } = nebuloxSettings.parse(env.railSettings);
  if (given) return given;
  const [secret = ""] = env.ORDER_LINK_SECRETS;
  return [`whsec_${createHmac("sha256", secret).update("sandbox gateway").digest("base64")}`];
}
