import { AccountFrame } from "../../components/account/account-frame.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";

const effects = ["money", "sessions", "addresses", "end"] as const;

/** What a freeze does, before it is done. */
export function FreezePage({ days, reply }: { days: number | null; reply: FormReply | undefined }) {
  const { t } = useTranslation("freeze");
  const lead = days === null ? t("own.lead") : t("own.leadDays", { count: days });
  return (
    <AccountFrame title={t("own.title")} lead={lead} done={null}>
      <ul className="list-disc space-y-2 pl-5 text-body-2 text-ink-2">
        {effects.map((name) => (
          <li key={name}>{t(`own.effects.${name}`)}</li>
        ))}
      </ul>
      <form method="post" className="space-y-5">
        <FormProblem reply={reply} labels={{}} />
        <Checkbox id="end_this_session" name="end_this_session" label={t("own.here")} />
        <SubmitButton variant="danger" size="large" pressed={t("own.pressed")}>
          {t("own.submit")}
        </SubmitButton>
      </form>
    </AccountFrame>
  );
}
