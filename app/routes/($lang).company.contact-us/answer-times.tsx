import type { SupportHours } from "../../../contract/support/tickets.ts";
import { useTimes } from "../../components/order/use-times.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Clock } from "../../ui/icons/icons.tsx";
import { shownWithTopic } from "./shown-with-topic.ts";

/** When the message is answered: usually, by its topic, and at the latest. */
export function AnswerTimes({ hours, now }: { hours: SupportHours; now: string }) {
  const { t } = useTranslation("support");
  const times = useTimes(now);
  const usual = ({ expected_at: expected, expected_minutes: count }: SupportHours["topics"][number]) => {
    const opens = hours.opens_at && times.moment(hours.opens_at);
    if (opens)
      return expected ? t("times.closedAbout", { opens, at: times.moment(expected) }) : t("times.closed", { opens });
    return expected && count !== null ? t("times.about", { count, at: times.moment(expected) }) : null;
  };
  return (
    <div className="flex min-w-0 flex-1 basis-60 gap-2 text-small text-ink-2">
      <Clock size={16} className="mt-0.5 shrink-0" />
      <div>
        {hours.topics.map((topic) => (
          <p key={topic.topic} className={shownWithTopic[topic.topic]}>
            {usual(topic)}
          </p>
        ))}
        <p>{t("times.latest", { at: times.moment(hours.answer_by) })}</p>
      </div>
    </div>
  );
}
