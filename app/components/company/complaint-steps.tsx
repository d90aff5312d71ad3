import type { ReactNode } from "react";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { type IconComponent, Landmark, MessageCircle, Scale } from "../../ui/icons/icons.tsx";
import { useCompany } from "./company.ts";
import { companyWords } from "./company-words.ts";

/** Where to complain, in order and with times. `#complaints` is linked from footer and terms. */
export function ComplaintSteps() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const words = companyWords(company, useLang());
  const email = useSite()?.supportEmail ?? "";
  const { body } = company.complaints;
  const mail = (text: string) => link(`mailto:${email}`, text);
  const bodyLink = (text: string) => (body ? link(body.url, text) : text);
  return (
    <section aria-labelledby="complaints" className="max-w-[48rem]">
      <h2 id="complaints" className="text-h3">
        {t("complaints.title")}
      </h2>
      <p className="mt-2 text-body-2 text-ink-2">{t("complaints.lead")}</p>
      <ol className="mt-4 divide-y divide-line rounded-card border border-line bg-surface">
        <Step
          icon={MessageCircle}
          title={t("complaints.write.title")}
          time={t("complaints.within", { time: words.answerTime })}
        >
          <TextWithParts text={t("complaints.write.text", { email })} parts={{ email: mail }} />
        </Step>
        <Step
          icon={Scale}
          title={t("complaints.complain.title")}
          time={t("complaints.within", { time: words.complaintTime })}
        >
          <TextWithParts text={t("complaints.complain.text", { email })} parts={{ email: mail }} />
        </Step>
        <Step icon={Landmark} title={t("complaints.outside.title")}>
          {body && (
            <>
              <TextWithParts
                text={t("complaints.outside.body", { body: words.complaintBody })}
                parts={{ body: bodyLink }}
              />{" "}
            </>
          )}
          {t("complaints.outside.court", words)}
        </Step>
      </ol>
    </section>
  );
}

function link(href: string, text: string) {
  return (
    <a href={href} className="text-link-inline" rel="noreferrer">
      {text}
    </a>
  );
}

type StepProps = { icon: IconComponent; title: string; time?: string; children: ReactNode };

function Step({ icon: Icon, title, time, children }: StepProps) {
  return (
    <li className="flex gap-4 px-4 py-4 lg:px-6">
      <span className="mt-0.5 flex h-10 w-10 shrink-0 items-center justify-center rounded-full bg-primary-100 text-primary-700">
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-body font-semibold">{title}</h3>
          {time && <span className="text-small text-ink-2">{time}</span>}
        </div>
        <p className="mt-1 text-body-2 text-ink-2">{children}</p>
      </div>
    </li>
  );
}
