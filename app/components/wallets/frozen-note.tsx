import { useTranslation } from "../../i18n/translation.ts";
import { Lock } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { useMemberTimes } from "../dashboard/use-member-times.ts";

/** For a day after the sign-in details have changed. */
export function FrozenNote({ until, now }: { until: string | null; now: string }) {
  const { t } = useTranslation("wallets");
  const times = useMemberTimes();
  if (!until) return null;
  return (
    <Note tone="warning" icon={Lock}>
      <strong className="block font-semibold">{t("frozen.title", { time: times.until(until, now) })}</strong>
      {t("frozen.text")}
    </Note>
  );
}
