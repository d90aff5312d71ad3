/** Markup that is safe to send: only `html` creates it. */
export type Html = { markup: string };

/** Values in the template are escaped as text; lists and other `html` pieces are inserted as they are. */
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
