import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { Clock, MailCheck } from "../../ui/icons/icons.tsx";
import { useSupportHours } from "./use-support-hours.ts";

/** When support answers, and its address. */
export function SupportContact() {
  const { t } = useTranslation("company");
  const { hours, answerTime } = useSupportHours();
  const email = useSite()?.supportEmail ?? "";
  return (
    <ul className="space-y-3 text-body-2">
      <li className="flex gap-3">
        <Clock size={18} className="mt-0.5 shrink-0 text-ink-3" />
        <span>
          {t("support.title", { hours })}
          <span className="block text-small text-ink-2">{t("support.orders")}</span>
        </span>
      </li>
      <li className="flex gap-3">
        <MailCheck size={18} className="mt-0.5 shrink-0 text-ink-3" />
        <span className="min-w-0">
          <a href={`mailto:${email}`} className="text-link-inline [overflow-wrap:anywhere]">
            {email}
          </a>
          <span className="block text-small text-ink-2">{t("support.answer", { time: answerTime })}</span>
        </span>
      </li>
    </ul>
  );
}
