import { useFreezeTimes } from "../../components/freeze/use-freeze-times.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { Card } from "../../ui/card.tsx";
import type { StoppedPageProps } from "./stopped-page-props.ts";

/**
 * A new password, and a message to our team. The message comes first where money had left, and where the account's email was changed:
 * the code for a new password goes to the new email.
 */
export function NextSteps(page: StoppedPageProps) {
  const { t } = useTranslation("freeze");
  const isMessageFirst = page.freeze.left.length > 0 || page.freeze.email_changed_at !== null;
  const steps = [
    <NewPassword key="password" {...page} isFirst={!isMessageFirst} />,
    <WriteToUs key="write" {...page} isFirst={isMessageFirst} />,
  ];
  return (
    <Card main aria-labelledby="next" className="lg:sticky lg:top-6">
      <h2 id="next" className="text-h3">
        {t("stopped.next.title")}
      </h2>
      <div className="mt-3 divide-y divide-line [&>*]:py-5 [&>*:first-child]:pt-1 [&>*:last-child]:pb-0">
        {isMessageFirst ? steps.reverse() : steps}
      </div>
    </Card>
  );
}

function NewPassword({ freeze, reply, isFirst }: StoppedPageProps & { isFirst: boolean }) {
  const { t } = useTranslation("freeze");
  const times = useFreezeTimes(freeze.timezone);
  const { email, email_changed_at: changedAt } = freeze;
  return (
    <form method="post" className="space-y-3">
      <h3 className="text-h4">{t("stopped.next.password")}</h3>
      <p className="text-small text-ink-2">
        {changedAt === null
          ? t("stopped.next.passwordText", { email })
          : t("stopped.next.passwordToNewEmail", { email, time: times.dayAndClock(changedAt) })}
      </p>
      <FormProblem reply={reply} labels={{}} />
      <SubmitButton
        variant={isFirst ? "filled" : "outlined"}
        size="large"
        className="!w-full"
        pressed={t("stopped.next.passwordPressed")}
      >
        {t("stopped.next.password")}
      </SubmitButton>
    </form>
  );
}

function WriteToUs({ freeze, hours, isFirst }: StoppedPageProps & { isFirst: boolean }) {
  const { t } = useTranslation("freeze");
  const href = useHref();
  const times = useFreezeTimes(freeze.timezone);
  const usual = hours?.topics.find(({ topic }) => topic === "account")?.expected_minutes ?? null;
  return (
    <div className="space-y-3">
      <h3 className="text-h4">{t("stopped.next.write")}</h3>
      <p className="text-small text-ink-2">
        {t("stopped.next.writeText")}
        {hours?.opens_at && ` ${t("stopped.next.opens", { time: times.dayAndClock(hours.opens_at) })}`}
        {usual !== null && hours?.open && ` ${t("stopped.next.usual", { count: usual })}`}
        {hours && ` ${t("stopped.next.latest", { time: times.dayAndClock(hours.answer_by) })}`}
      </p>
      <LinkButton
        href={href("/company/contact-us?about=freeze")}
        variant={isFirst ? "filled" : "outlined"}
        className="w-full"
      >
        {t("stopped.next.writeButton")}
      </LinkButton>
    </div>
  );
}
