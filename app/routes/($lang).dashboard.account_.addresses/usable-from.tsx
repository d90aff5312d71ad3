import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Clock } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";

/** From when money can be sent there without waiting; nothing once it can. */
export function UsableFrom({ at, now }: { at: string | null; now: string }) {
  const { t } = useTranslation("account");
  const times = useMemberTimes();
  if (at === null || at <= now) return null;
  return (
    <Badge tone="primary" icon={Clock}>
      {t("addresses.from", { time: times.until(at, now) })}
    </Badge>
  );
}
