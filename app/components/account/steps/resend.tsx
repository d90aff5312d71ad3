import { Form } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { countdown, useSecondsLeft } from "../../order/use-seconds-left.ts";
import { useTimes } from "../../order/use-times.ts";

type ResendProps = {
  /** When another code may be requested, and the server's time. */
  resendAt: string;
  now: string;
};

/** Another code: with scripts a countdown enables the button; without them the time is shown. */
export function Resend({ resendAt, now }: ResendProps) {
  const { t } = useTranslation("auth");
  const left = useSecondsLeft(resendAt, now);
  const hydrated = useHydrated();
  const times = useTimes(now);
  const early = left > 0;
  return (
    // The dialog renders without React and reads the countdown from here.
    <Form
      method="post"
      data-resend-seconds={left}
      data-resend-in={t("resend.in", { time: "{{time}}" })}
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1"
    >
      <span className="text-body-2 text-ink-2">{t("resend.missing")}</span>
      {early && hydrated ? (
        <span className="figures text-body-2 text-ink-3">{t("resend.in", { time: countdown(left) })}</span>
      ) : (
        <span data-resend-later="" className="flex flex-wrap items-center gap-x-2">
          {early && <span className="text-small text-ink-3">{t("resend.at", { time: times.exact(resendAt) })}</span>}
          <SubmitButton variant="quiet" size="small" intent="resend" pressed={t("resend.pressed")}>
            {t("resend.act")}
          </SubmitButton>
        </span>
      )}
    </Form>
  );
}
