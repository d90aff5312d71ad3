import type { Lang } from "../../../contract/values/languages.ts";
import enHolds from "../../../locales/en/holds.json" with { type: "json" };
import enNetworks from "../../../locales/en/networks.json" with { type: "json" };
import ruHolds from "../../../locales/ru/holds.json" with { type: "json" };
import ruNetworks from "../../../locales/ru/networks.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import ru from "./ru.json" with { type: "json" };

/**
 * The service's own texts: problems, statuses, emails and the pages of the sandbox; and those that website and service both show,
 * from `locales/`.
 */
export type Texts = typeof en & { holds: typeof enHolds; networks: typeof enNetworks };
export const texts: Record<Lang, Texts> = {
  en: { ...en, holds: enHolds, networks: enNetworks },
  ru: { ...ru, holds: ruHolds, networks: ruNetworks },
};
