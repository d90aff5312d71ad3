import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Clock, MailCheck, ShieldCheck, X } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

export type NudgeProps = {
  isVerified: boolean;
  hasTwoFactor: boolean;
  /** For a day after the sign-in details have changed. */
  hasChanged: boolean;
  /** The member has closed the hint about two-step sign-in in this browser. */
  isHintClosed: boolean;
};

/** At most one, by weight: changed sign-in details, the email, two-step sign-in. */
export function Nudge({ isVerified, hasTwoFactor, hasChanged, isHintClosed }: NudgeProps) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  if (hasChanged) {
    return (
      <Note tone="warning" icon={Clock}>
        {t("overview.changed")}
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
  if (hasTwoFactor || isHintClosed) return null;
  return (
    <Note tone="primary" icon={ShieldCheck} className="relative pr-14 lg:px-6 lg:py-5 lg:pr-14">
      <CloseHint />
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

/** A form, so that it works without scripts; remembered for 30 days. */
function CloseHint() {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  return (
    <form method="post" action="/preferences" className="absolute right-2 top-2">
      <input type="hidden" name="returnTo" value={href("/dashboard")} />
      <button
        type="submit"
        name="hint"
        value="closed"
        aria-label={t("overview.closeHint")}
        className="grid size-11 place-items-center rounded text-ink-2 hover:bg-inset hover:text-ink lg:size-9"
      >
        <X size={20} />
      </button>
    </form>
  );
}
