import { z } from "zod/v4";

const row = z.strictObject({ term: z.string(), text: z.string() });
/** `if` names a value without which the clause is left out: an operator without a licence has no clause about one. */
const clause = z.union([
  z.strictObject({ text: z.string(), if: z.string().optional() }),
  z.strictObject({ rows: z.array(row) }),
]);

type Clause = z.infer<typeof clause>;

/** A legal text in one language, with `{{placeholders}}` for every figure and every fact of the operator. */
export const legalDocument = z.strictObject({
  title: z.string(),
  description: z.string(),
  heading: z.string(),
  lead: z.string(),
  /** The day of the last change, where the document has no versions. */
  changed: z.iso.date().optional(),
  brief: z.strictObject({ heading: z.string(), items: z.array(z.string()), note: z.string() }).optional(),
  /** What is new in this version. */
  news: z.string().optional(),
  sections: z.array(z.strictObject({ id: z.string(), heading: z.string(), clauses: z.array(clause) })),
});
export type LegalDocument = z.infer<typeof legalDocument>;

type Values = Readonly<Record<string, string>>;

/** The document with its values filled in, without sections that have no clause left. Throws on a placeholder without a value: it would be a hole in a contract. */
export function filledDocument(document: LegalDocument, values: Values): LegalDocument {
  const fill = (text: string) => fillText(text, values);
  const { brief, news, sections } = document;
  return {
    ...document,
    lead: fill(document.lead),
    ...(news !== undefined && { news: fill(news) }),
    ...(brief && { brief: { ...brief, items: brief.items.map(fill) } }),
    sections: sections
      .map((section) => ({
        ...section,
        clauses: section.clauses.flatMap((clause): Clause[] => {
          if ("rows" in clause)
            return [{ rows: clause.rows.map(({ term, text }) => ({ term: fill(term), text: fill(text) })) }];
          return clause.if !== undefined && factOf(values, clause.if) === "" ? [] : [{ text: fill(clause.text) }];
        }),
      }))
      .filter(({ clauses }) => clauses.length > 0),
  };
}

function fillText(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => factOf(values, name));
}

function factOf(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`A legal text needs the value ${name}.`);
  return value;
}
