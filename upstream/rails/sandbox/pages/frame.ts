import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import type { Lang } from "../../../../contract/values/languages.ts";
import { type Html, html } from "../../../shared/html.ts";
import { texts } from "../../../shared/texts/texts.ts";

/**
 * The HTML document around a sandbox page, in a plain style different from the exchange's: it stands for another
 * company.
 */
export function framed(language: Lang, title: string, content: Html[]): string {
  const page = html`<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title>
<style>${{ markup: style }}</style></head>
<body><p class="band">${texts[language].sandbox.frame.band}</p><main><h1>${title}</h1>
${content}
</main></body>
</html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

const style = `*{box-sizing:border-box}
body{margin:0;background:#eef1f5;color:#16202c;font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.band{margin:0;padding:8px 16px;background:#16202c;color:#fff;font-size:14px;line-height:20px;text-align:center}
main{max-width:480px;margin:0 auto;padding:24px 16px 64px}
h1{margin:0 0 16px;font-size:24px;line-height:32px}
h2{margin:24px 0 12px;font-size:16px;line-height:24px}
.sheet{margin:0 0 16px;padding:16px;background:#fff;border:1px solid #d5dbe3;border-radius:10px}
dl{margin:0}
dt{font-size:14px;line-height:20px;color:#51606f}
dd{margin:0 0 12px;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
dd:last-child{margin:0}
.big{font-size:24px;line-height:32px;font-weight:600}
.note{margin:0 0 16px;color:#51606f;font-size:14px;line-height:20px}
form{display:grid;gap:12px}
button{min-height:48px;padding:10px 16px;border:1px solid #7b8794;border-radius:10px;background:#fff;color:#16202c;font:inherit;text-align:left;cursor:pointer}
button.main{border-color:#1d4ed8;background:#1d4ed8;color:#fff;font-weight:600}
button small{display:block;font-size:14px;line-height:20px;color:#51606f}
button.main small{color:#fff;font-weight:400}
button:hover{border-color:#16202c}
button:focus-visible,a:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
a{color:#1d4ed8}`;

/** Allows this style and forms to the page's own origin; no scripts, no frames, no other sources. */
export const framePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${base64.encode(sha256(utf8ToBytes(style)))}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join("; ");
