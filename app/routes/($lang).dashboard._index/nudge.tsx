import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Clock, MailCheck, ShieldCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

export type NudgeProps = { isVerified: boolean; hasTwoFactor: boolean; frozenUntil: string | null };

/** At most one, by weight: paused withdrawals, the e-mail, two-step sign-in. */
export function Nudge({ isVerified, hasTwoFactor, frozenUntil }: NudgeProps) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const times = useMemberTimes();
  if (frozenUntil) {
    return (
      <Note tone="warning" icon={Clock}>
        {t("overview.frozen", { time: times.moment(frozenUntil) })}
      </Note>
    );
  }
  if (!isVerified) {
    return (
      <Note tone="secondary" icon={MailCheck}>
        <strong className="block font-semibold">{t("overview.verify")}</strong>
        {t("overview.verifyText")}
      </Note>
    );
  }
  if (hasTwoFactor) return null;
  return (
    <Note tone="primary" icon={ShieldCheck} className="lg:px-6 lg:py-5">
      <strong className="block text-body-2 font-semibold">{t("overview.twoStep")}</strong>
      {t("overview.twoStepText")}
      <p className="mt-3">
        <a href={href("/dashboard/account/two-factor")} className={buttonClass({ size: "small" })}>
          {t("overview.turnOn")}
        </a>
      </p>
    </Note>
  );
}
