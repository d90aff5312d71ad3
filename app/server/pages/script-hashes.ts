import { createHash } from "node:crypto";

const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/[^"]*json")[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The sources of a content policy that allows exactly the scripts of this page: its files are of this site, each inline
 * script is named by its hash. A block of JSON is never run.
 */
export function scriptsByHash(html: string): string {
  const hashes = [...html.matchAll(inlineScript)].map(([, text]) => `'sha256-${sha256(text ?? "")}'`);
  if (hashes.length === 0 && !html.includes("<script")) return "'none'";
  return ["'self'", ...new Set(hashes)].join(" ");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
