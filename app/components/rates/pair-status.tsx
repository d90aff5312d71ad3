import type { Pair } from "../../../contract/market/pairs.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { CircleGauge, Pause } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";

/** Why a pair cannot be exchanged now; renders nothing for an open one. */
export function PairStatus({ status }: { status: Pair["status"] }) {
  const { t } = useTranslation("rates");
  if (status === "active" || status === "hidden") return null;
  if (status === "reserve_low") {
    return (
      <Badge tone="gray" icon={CircleGauge}>
        {t("status.reserve_low")}
      </Badge>
    );
  }
  return (
    <Badge tone="gray" icon={Pause}>
      {status === "maintenance" ? t("status.maintenance") : t("status.paused")}
    </Badge>
  );
}
