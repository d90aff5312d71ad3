import { useTranslation } from "../../i18n/translation.ts";
import { Check, History } from "../../ui/icons/icons.tsx";
import type { LegalDocument } from "./legal-document.ts";

type PlainWordsProps = { brief: NonNullable<LegalDocument["brief"]>; news: string | undefined };

/** The text in short, which says itself that it is not the contract, and what is new. */
export function PlainWords({ brief, news }: PlainWordsProps) {
  const { t } = useTranslation("legal");
  return (
    <>
      <section
        aria-labelledby="plain-words"
        className="mt-6 rounded-card border border-primary-200 bg-primary-50 p-4 lg:p-6"
      >
        <h2 id="plain-words" className="text-h4">
          {brief.heading}
        </h2>
        <ul className="mt-3 space-y-2 text-body-2">
          {brief.items.map((item) => (
            <li key={item} className="flex gap-3">
              <Check size={18} className="mt-0.5 shrink-0 text-primary-700" />
              {item}
            </li>
          ))}
        </ul>
        <p className="mt-4 border-t border-primary-200 pt-3 text-small text-ink-2">{brief.note}</p>
      </section>
      {news !== undefined && (
        <p className="mt-5 flex gap-3 text-small text-ink-2">
          <History size={18} className="mt-0.5 shrink-0" />
          <span>
            <strong className="font-semibold text-ink">{t("news")}</strong> {news}
          </span>
        </p>
      )}
    </>
  );
}
