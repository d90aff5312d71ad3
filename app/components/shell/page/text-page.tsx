import type { ReactNode } from "react";
import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../../../site/site.ts";
import { WithEmailLink } from "./with-email-link.tsx";

/** Text pages; the texts of each are under the same name in content.json. */
export type TextPageName = "mission";

type TextPageProps = {
  name: TextPageName;
  /** Values for its sentences besides the brand and the support address. */
  values?: Record<string, string>;
  children?: ReactNode;
};

/** Title, lead and sections; `children` come last. */
export function TextPage({ name, values, children }: TextPageProps) {
  const { t } = useTranslation("content");
  const site = useSite();
  const words = { brand: site?.brand ?? "", email: site?.supportEmail ?? "", ...values };
  const sections = t(`${name}.sections`, { returnObjects: true, ...words });
  return (
    <article className="page-width py-10 lg:py-14">
      <h1 className="text-h1">{t(`${name}.heading`, words)}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">
        <WithEmailLink text={t(`${name}.lead`, words)} />
      </p>
      {sections.map((section) => (
        <section key={section.heading} className="mt-9">
          <h2 className="text-h3">{section.heading}</h2>
          {section.text.map((paragraph) => (
            <p key={paragraph} className="mt-2 max-w-text text-body text-ink-2">
              <WithEmailLink text={paragraph} />
            </p>
          ))}
        </section>
      ))}
      {children}
    </article>
  );
}
