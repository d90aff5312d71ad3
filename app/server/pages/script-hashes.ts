import { createHash } from "node:crypto";

const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/[^"]*json")[^>]*>([\s\S]*?)<\/script>/g;
const anyScript = /<script(?![^>]*type="application\/[^"]*json")/;

/**
 * The CSP sources that allow exactly this page's scripts: its files are same-origin, each inline script is listed by
 * hash. JSON blocks are never executed.
 */
export function scriptsByHash(html: string): string {
  const hashes = [...html.matchAll(inlineScript)].map(([, text]) => `'sha256-${sha256(text ?? "")}'`);
  if (hashes.length === 0 && !anyScript.test(html)) return "'none'";
  return ["'self'", ...new Set(hashes)].join(" ");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
