import type { ReactNode } from "react";

export type Rule = { term: ReactNode; text: ReactNode };

/** Terms and their explanation with hairlines: side by side on desktops, stacked on phones. */
export function Rules({ rules }: { rules: readonly Rule[] }) {
  return (
    <dl className="border-t border-line text-body-2">
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of sentences.
        <div key={index} className="grid gap-x-6 border-b border-line py-3.5 lg:grid-cols-[11rem_1fr]">
          <dt className="font-semibold">{rule.term}</dt>
          <dd className="text-ink-2">{rule.text}</dd>
        </div>
      ))}
    </dl>
  );
}
