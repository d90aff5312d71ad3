import { z } from "zod/v4";
import { providerSilence } from "../../contract/terms/exchange-rules.ts";

const urlRule =
  "must be https, or http to a machine of the same network, without a name, a password, a query or a fragment";

/** The token goes to this address: it must not be read on its way, and a secret in the address itself would be logged. */
const providerUrl = z.url({ protocol: /^https?$/ }).refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const { hostname, protocol, username, password, search, hash } = new URL(text);
    const isNear = hostname === "127.0.0.1" || hostname === "[::1]" || !hostname.includes(".");
    return (protocol === "https:" || isNear) && `${username}${password}${search}${hash}` === "";
  },
  { error: urlRule },
);

/** The provider that names and addresses are sent to, beside the lists. Its protocol: docs/screening.md. */
export const screeningSettings = {
  SCREENING_URL: providerUrl.optional(),
  SCREENING_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  /** What the AML page, the privacy page and the records call it. */
  SCREENING_NAME: z.string().trim().min(1).max(60).optional(),
  /** Seconds until a provider that does not answer counts as silent. */
  SCREENING_WAIT: z.coerce.number().int().min(10).max(86_400).default(300),
  /** What its silence does: hold, like a hit, or let pass. */
  SCREENING_SILENT: z.enum(providerSilence).default("hold"),
};
