import { WithEmailLink } from "../../components/shell/page/with-email-link.tsx";
import type { TextPageName } from "../../http/paths/text-pages.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";

/** Title, lead and sections. A text may name the brand and the support address. */
export function TextPageView({ name }: { name: TextPageName }) {
  const { t } = useTranslation("pages");
  const site = useSite();
  const words = { brand: site?.brand ?? "", email: site?.supportEmail ?? "" };
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
    </article>
  );
}
