import type { RailRegistration } from "../registration.ts";
import { nebuloxRail } from "./gateway.ts";
import { httpGateway } from "./http-client.ts";
import { nebuloxSettings } from "./settings.ts";

/** The hosted gateway: customers pay crypto on its page, and its signed webhooks report the payments. */
export const nebuloxRegistration: RailRegistration = {
  name: "nebulox",
  settings: {
    schema: nebuloxSettings,
    required: ["NEBULOX_URL", "NEBULOX_KEY", "NEBULOX_WEBHOOK_SECRETS"],
    about: "a hosted gateway; docs/operating/rails.md",
  },
  open(desk) {
    const { NEBULOX_URL, NEBULOX_KEY, NEBULOX_WEBHOOK_SECRETS, NEBULOX_ACCOUNT } = nebuloxSettings.parse(
      desk.env.railSettings,
    );
    const client = httpGateway({ url: NEBULOX_URL ?? "", key: NEBULOX_KEY ?? "" });
    const isTest = NEBULOX_ACCOUNT === "test";
    return {
      ...nebuloxRail(desk, client, NEBULOX_WEBHOOK_SECRETS ?? []),
      network: () => ({ name: `a ${NEBULOX_ACCOUNT} account`, isTest }),
    };
  },
  tasks: () => [],
};
