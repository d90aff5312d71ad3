import { type Html, html } from "../../shared/html.ts";
import type { ShownRow } from "../command.ts";
import type { Evidence, EvidencePart } from "./gather.ts";

/** The evidence as one self-contained HTML page, to read, print or send to a rail. All values are escaped. */
export function evidencePage({ ref, madeAt, inShort, parts, emails }: Evidence, brand: string): string {
  const page = html`<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Order ${ref}: evidence</title>
<style>${{ markup: style }}</style></head>
<body>
<h1>${brand}: order ${ref}</h1>
<p class="quiet">Created ${moment(madeAt)}. All times are UTC; amounts are exact and name their asset.</p>
<ul class="short">${inShort.map((sentence) => html`<li>${withMoments(sentence)}</li>`)}</ul>
${parts.map(partOf)}
<section><h2>Emails to the customer</h2>
<p class="quiet">As written, without the order token in the link.</p>
${emails.length === 0 ? html`<p>None.</p>` : emails.map(emailOf)}
</section>
</body>
</html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

const style = `
body{font:15px/1.5 'Golos Text',Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1e1d1a;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:2px solid #175641;padding-bottom:.25rem}
.quiet,th{color:#5e5c56}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #e5e4de}
td.long{overflow-wrap:anywhere;min-width:8rem}.scroll td:first-child{white-space:nowrap}.lines th{width:12rem}.short{padding:.75rem 1rem .75rem 2rem;background:#f9f8f5;border:1px solid #e5e4de;border-radius:8px;overflow-wrap:anywhere}
th{font-weight:500;white-space:nowrap}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f9f8f5;border:1px solid #e5e4de;border-radius:8px;padding:1rem;font:13px/1.5 ui-monospace,monospace}
article{break-inside:avoid;margin:0 0 1.5rem}h3{font-size:1rem;margin:0}
@media print{body{margin:0;max-width:none}section{break-inside:auto}tr{break-inside:avoid}}`;

function partOf(part: EvidencePart): Html {
  const body = "lines" in part ? linesOf(part.lines) : rowsOf(part.rows);
  return html`<section><h2>${part.title}</h2>
${body}
</section>`;
}

/** Empty values are left out: they would only raise questions. */
function linesOf(lines: ShownRow): Html {
  const filledLines = Object.entries(lines).filter(([, value]) => value !== null && value !== "");
  return html`<table class="lines">
${filledLines.map(([name, value]) => html`<tr><th scope="row">${worded(name)}</th>${cell(value)}</tr>`)}
</table>`;
}

function rowsOf(rows: ShownRow[]): Html {
  const [first] = rows;
  if (!first) return html`<p>None.</p>`;
  const names = Object.keys(first);
  return html`<div class="scroll"><table>
<tr>${names.map((name) => html`<th scope="col">${worded(name)}</th>`)}</tr>
${rows.map((row) => html`<tr>${names.map((name) => cell(row[name]))}</tr>`)}
</table></div>`;
}

const emailOf = ({ kind, to, at, isSent, subject, text }: Evidence["emails"][number]): Html => html`<article>
<h3>${subject}</h3>
<p class="quiet">${worded(kind)}, ${isSent ? "to" : "not sent, stored in a file for"} ${to}, ${moment(at)}</p>
<pre>${text}</pre>
</article>`;

const worded = (name: string) => name.replaceAll("_", " ");

/** Transaction ids and addresses may break anywhere, words and times nowhere. */
function cell(value: ShownRow[string] | undefined): Html {
  const text = value === null || value === undefined || value === "" ? "–" : plain(value);
  return html`<td class="${/\S{25}/.test(text) ? "long" : ""}">${withMoments(text)}</td>`;
}

const plain = (value: NonNullable<ShownRow[string]>) =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/** `2026-11-21 19:05:55`: seconds included, short enough for one line. */
const moment = (at: string) => at.slice(0, 19).replace("T", " ");
const withMoments = (text: string) => text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, moment);
