import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { ExampleNote } from "../company/example-note.tsx";
import type { LegalDocument } from "./legal-document.ts";
import { LegalSection } from "./legal-section.tsx";
import { PlainWords } from "./plain-words.tsx";

type LegalPageProps = {
  document: LegalDocument;
  /** The version or the day of the last change, in words. */
  dated: string;
  /** Above the text: what a reader must know of this version. */
  notice?: ReactNode;
  children?: ReactNode;
};

/** A legal text: contents at its side, numbered sections and clauses, each with its own link. */
export function LegalPage({ document, dated, notice, children }: LegalPageProps) {
  const { t } = useTranslation("legal");
  const pathname = useSite()?.pathname ?? "";
  const { heading, lead, brief, sections } = document;
  return (
    <div className="page-width grid gap-x-12 py-10 lg:grid-cols-[14rem_1fr] lg:py-14 print:block">
      <nav aria-label={t("contents")} className="no-print hidden lg:block">
        <div className="sticky top-6 max-h-[calc(100vh-3rem)] overflow-y-auto">
          <p className="text-small font-semibold">{t("contents")}</p>
          <Contents sections={sections} />
        </div>
      </nav>
      <article className="min-w-0 max-w-[48rem]">
        <ExampleNote />
        <h1 className="text-h1">{heading}</h1>
        <p className="mt-3 text-lead text-ink-2">{lead}</p>
        <p className="mt-3 text-small text-ink-2">
          {dated} <span className="no-print">{t("print")}</span>
        </p>
        <p className="hidden text-small print:block">{pathname}</p>
        {notice}
        {brief && <PlainWords brief={brief} news={document.news} />}
        <Disclosure title={t("contents")} className="no-print mt-6 rounded-card border border-line px-4 lg:hidden">
          <Contents sections={sections} />
        </Disclosure>
        {sections.map((section, at) => (
          <LegalSection key={section.id} section={section} number={at + 1} />
        ))}
        {children}
      </article>
    </div>
  );
}

function Contents({ sections }: Pick<LegalDocument, "sections">) {
  return (
    <ol className="page-contents mt-2 list-none pb-3 text-small">
      {sections.map(({ id, heading }, at) => (
        <li key={id}>
          <a href={`#${id}`} className="flex gap-2 py-1.5 text-ink-2 hover:text-ink hover:underline">
            <span className="figures w-5 shrink-0 text-right text-ink-3">{at + 1}</span>
            {heading}
          </a>
        </li>
      ))}
    </ol>
  );
}
