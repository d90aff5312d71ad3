import { useTranslation } from "../../i18n/translation.ts";
import { clientName } from "./client-name.ts";

/** A browser as people call it. */
export function useClientName(agent: string | null): string {
  const { t } = useTranslation("account");
  return clientName(agent) ?? t("sessions.unknown");
}
