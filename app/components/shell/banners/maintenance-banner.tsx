import { useRouteLoaderData } from "@remix-run/react";
import type { z } from "zod/v4";
import type { maintenance } from "../../../../contract/market/pairs.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useLang } from "../../../i18n/use-lang.ts";

export type Maintenance = z.output<typeof maintenance>;

/** Shown on every page during maintenance: the operator's message and the announced end. */
export function MaintenanceBanner() {
  const { t } = useTranslation("shell");
  const lang = useLang();
  const current = useRouteLoaderData<{ maintenance?: Maintenance | null }>("root")?.maintenance;
  if (!current) return null;
  return (
    <aside
      role="status"
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-2 bg-warning-100 px-4 py-2 text-center text-body-2 font-medium text-warning-900"
    >
      <span>{t("maintenance.open")}</span>
      {current.message?.[lang] && <span>{current.message[lang]}</span>}
      {current.until && <span>{t("maintenance.until", { time: formatDateTime(lang, current.until) })}</span>}
    </aside>
  );
}
