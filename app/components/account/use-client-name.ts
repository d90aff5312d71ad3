import { useTranslation } from "../../i18n/translation.ts";
import { clientName } from "./client-name.ts";

/** A user agent in readable form. */
export function useClientName(agent: string | null): string {
  const { t } = useTranslation("account");
  return clientName(agent) ?? t("sessions.unknown");
}
