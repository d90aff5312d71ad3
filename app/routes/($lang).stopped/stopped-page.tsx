import { useFreezeTimes } from "../../components/freeze/use-freeze-times.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { MailCheck, ShieldCheck } from "../../ui/icons/icons.tsx";
import { NextSteps } from "./next-steps.tsx";
import { StoppedFacts } from "./stopped-facts.tsx";
import type { StoppedPageProps } from "./stopped-page-props.ts";
import { useHeadline } from "./use-headline.ts";

/** What happened in one sentence, what exactly, what next. No menu: nothing here should lead away. */
export function StoppedPage(page: StoppedPageProps) {
  const { t } = useTranslation("freeze");
  const { freeze, assets } = page;
  const times = useFreezeTimes(freeze.timezone);
  const headline = useHeadline(freeze, assets);
  return (
    <div className="page-width grid gap-x-12 gap-y-8 pb-16 pt-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-y-10 lg:pt-10">
      <div className="max-w-[45rem] min-w-0">
        <span className="flex size-14 items-center justify-center rounded-full bg-primary-50 text-primary-700">
          <ShieldCheck size={26} />
        </span>
        <h1 className="mt-5 max-w-[36rem] text-balance text-h1">{headline}</h1>
        <p className="mt-3 max-w-[36rem] text-lead text-ink-2">
          {t("stopped.lead", { time: times.longMoment(freeze.frozen_until) })}
        </p>
        <StoppedFacts {...page} />
      </div>
      <div className="min-w-0 space-y-4">
        <NextSteps {...page} />
        <p className="flex gap-2.5 px-1 text-small text-ink-2">
          <MailCheck size={18} className="mt-0.5 shrink-0" />
          <span>
            {freeze.cause === "operator" ? "" : `${t("stopped.emailed", { email: freeze.email })} `}
            {t("stopped.zone", { zone: times.zoneName })}
          </span>
        </p>
      </div>
    </div>
  );
}
