import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { Rules } from "../../ui/figures/rules.tsx";
import type { LegalDocument } from "./legal-document.ts";
import { useLegalLinks } from "./use-legal-links.tsx";

type LegalSectionProps = { section: LegalDocument["sections"][number]; number: number };

/** `#id` is the section, `#3.2` its second clause. */
export function LegalSection({ section: { id, heading, clauses }, number }: LegalSectionProps) {
  const parts = useLegalLinks();
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="flex scroll-mt-6 gap-3 text-h3">
        <a href={`#${id}`} className="figures w-8 shrink-0 text-ink-2 hover:underline">
          {number}.
        </a>
        {heading}
      </h2>
      {clauses.map((clause, at) => {
        const name = `${number}.${at + 1}`;
        return (
          <div key={name} id={name} className="mt-3 flex scroll-mt-6 gap-3 text-body-2">
            <a href={`#${name}`} className="figures w-8 shrink-0 text-ink-3 hover:underline">
              {name}
            </a>
            <div className="min-w-0 flex-1">
              {"rows" in clause ? (
                <Rules rules={clause.rows} />
              ) : (
                <p className="text-ink-2">
                  <TextWithParts text={clause.text} parts={parts} />
                </p>
              )}
            </div>
          </div>
        );
      })}
    </section>
  );
}
