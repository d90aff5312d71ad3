import type { Lang } from "../../contract/values/languages.ts";
import { type Html, html } from "../shared/html.ts";
import { emailStyles as css } from "./email-styles.ts";

type Link = { label: string; href: string };
/** `other`: a link beside it that matters less. */
type Button = Link & { remark: string; other?: Link | undefined };

export type EmailParts = {
  language: Lang;
  brand: string;
  /** Who sends it, by law; null in emails to the operator. */
  issuer: string | null;
  title: string;
  lead: string;
  /** Sentences between the lead and the figures. */
  remarks: string[];
  choices: { title: string; items: string[] } | null;
  rows: { label: string; value: string }[];
  button: Button | null;
  closing: string[];
};

/** The text and HTML bodies of an email. Nothing is loaded: no images, fonts or style sheets. */
export function layOut(parts: EmailParts): { text: string; html: string } {
  return { text: textOf(parts), html: `<!doctype html>\n${pageOf(parts).markup}\n` };
}

function textOf({ brand, issuer, title, lead, remarks, choices, rows, button, closing }: EmailParts): string {
  const parts = [
    title,
    [lead, ...remarks].join("\n"),
    choices && [`${choices.title}:`, ...choices.items.map((item) => `- ${item}`)].join("\n"),
    rows.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    button && buttonLines(button),
    closing.join("\n"),
    `-- \n${issuer ?? brand}`,
  ];
  return `${parts.filter((part) => part).join("\n\n")}\n`;
}

function buttonLines({ other, remark, ...button }: Button): string {
  const links = other ? [button, other] : [button];
  return `${links.map(({ label, href }) => `${label}:\n${href}`).join("\n")}\n${remark}`.trimEnd();
}

/** Inline colours for mail programs that drop style sheets; the others also get a dark theme. */
function pageOf({ language, brand, issuer, title, lead, remarks, choices, rows, button, closing }: EmailParts): Html {
  return html`<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>
<style>${{ markup: css.dark }}</style></head>
<body class="page" style="${css.page}">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p class="brand" style="${css.brand}">${brand}</p>
<div class="card" style="${css.card}">
<h1 class="ink" style="${css.title}">${title}</h1>
<p class="ink" style="${css.lead}">${lead}</p>
${remarks.map((remark) => html`<p class="ink-2" style="${css.remark}">${remark}</p>`)}
${choices ? choiceList(choices) : ""}
<table role="presentation" style="${css.table}">
${rows.map(rowOf)}
</table>
${button ? buttonOf(button) : ""}
</div>
${[...closing, ...(issuer === null ? [] : [issuer])].map((line) => html`<p class="quiet" style="${css.closing}">${line}</p>`)}
</div>
</body>
</html>`;
}

function choiceList({ title, items }: { title: string; items: string[] }): Html {
  return html`<p class="ink" style="${css.choicesTitle}">${title}</p>
<ul class="ink" style="${css.choices}">
${items.map((item) => html`<li style="margin:0 0 6px">${item}</li>`)}
</ul>`;
}

function buttonOf({ label, href, remark, other }: Button): Html {
  return html`<p style="margin:24px 0 10px"><a class="button" href="${href}" style="${css.button}">${label}</a></p>
${other ? html`<p style="margin:0 0 10px"><a class="ink" href="${other.href}" style="${css.other}">${other.label}</a></p>` : ""}
${remark === "" ? "" : html`<p class="quiet" style="${css.quiet}">${remark}</p>`}`;
}

function rowOf({ label, value }: { label: string; value: string }): Html {
  return html`<tr><td class="quiet line" style="${css.label}">${label}</td><td class="ink line" style="${css.value}">${value}</td></tr>`;
}
