/** Markup that is safe to send: only `html` makes it. */
export type Html = { markup: string };

/** Everything put into the template is text and is escaped; lists and pieces of `html` itself go in as they are. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return { markup: parts.map((part, at) => part + (at < values.length ? markupOf(values[at] ?? "") : "")).join("") };
}

function markupOf(value: string | Html | Html[]): string {
  if (typeof value === "string") return escaped(value);
  return Array.isArray(value) ? value.map((piece) => piece.markup).join("\n") : value.markup;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
