import type { ReactNode } from "react";

/** The Markdown that the document uses: headings, paragraphs, lists, `code` and **strong**. */
export function Markdown({ text }: { text: string }) {
  return text.split("\n\n").map((block) => <Block key={block} text={block} />);
}

function Block({ text }: { text: string }) {
  if (text.startsWith("## ")) return <h2 className="pt-6 text-h3">{text.slice(3)}</h2>;
  return <p className="mt-2 max-w-text break-words text-body-2 text-ink-2">{inline(text)}</p>;
}

export function inline(text: string): ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, at) => {
    const key = `${at}`;
    if (part.startsWith("`")) return <Code key={key}>{part.slice(1, -1)}</Code>;
    return part.startsWith("**") ? <strong key={key}>{part.slice(2, -2)}</strong> : part;
  });
}

export function Code({ children }: { children: ReactNode }) {
  return <code>{children}</code>;
}
