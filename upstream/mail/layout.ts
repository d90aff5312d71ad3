import { type Html, html } from "./html.ts";
import type { Language } from "./letter-words.ts";

export type LetterParts = {
  language: Language;
  brand: string;
  title: string;
  lead: string;
  rows: { label: string; value: string }[];
  button: { label: string; href: string; remark: string };
  closing: string[];
};

/** The two bodies of a letter. Mail programs know neither style sheets nor scripts, so styles stand on the elements. */
export function layOut(parts: LetterParts): { text: string; html: string } {
  return { text: textOf(parts), html: `<!doctype html>\n${pageOf(parts).markup}\n` };
}

function textOf({ brand, title, lead, rows, button, closing }: LetterParts): string {
  const figures = rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const opening = `${button.label}:\n${button.href}\n${button.remark}`;
  return `${[title, lead, figures, opening, closing.join("\n"), `-- \n${brand}`].join("\n\n")}\n`;
}

const font = "font-family:Inter,Segoe UI,Roboto,Helvetica,Arial,sans-serif";
const quiet = "color:#5e5c56;font-size:14px;line-height:20px";

function pageOf({ language, brand, title, lead, rows, button, closing }: LetterParts): Html {
  return html`<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;background:#f9f8f5;${font};color:#1e1d1a">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;font-size:18px;font-weight:600">${brand}</p>
<div style="background:#ffffff;border:1px solid #e5e4de;border-radius:12px;padding:24px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:28px;font-weight:600">${title}</h1>
<p style="margin:0 0 20px;font-size:16px;line-height:24px">${lead}</p>
<table role="presentation" style="width:100%;border-collapse:collapse;font-size:15px;line-height:22px">
${rows.map(rowOf)}
</table>
<p style="margin:24px 0 8px"><a href="${button.href}" style="display:inline-block;background:#175641;color:#ffffff;text-decoration:none;font-weight:600;border-radius:8px;padding:12px 20px">${button.label}</a></p>
<p style="margin:0;${quiet}">${button.remark}</p>
</div>
${closing.map((line) => html`<p style="margin:12px 0 0;${quiet}">${line}</p>`)}
</div>
</body>
</html>`;
}

function rowOf({ label, value }: { label: string; value: string }): Html {
  return html`<tr><td style="padding:6px 12px 6px 0;color:#5e5c56;vertical-align:top">${label}</td><td style="padding:6px 0;text-align:right;word-break:break-all;font-variant-numeric:tabular-nums">${value}</td></tr>`;
}
