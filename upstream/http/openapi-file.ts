import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

type Files = { etag: string; identity: Uint8Array; gzip: Uint8Array; br: Uint8Array };

export type OpenApiFile = (accepted: string, knownEtags: string) => Promise<Response>;

/**
 * The document of the API, made and compressed for its first reader: its texts and examples are loaded then. Pages of any
 * origin may read it, since viewers and generators of clients run in browsers too; it is public and the same for everybody.
 */
export function openApiFile(publicOrigin: string): OpenApiFile {
  let files: Promise<Files> | undefined;
  return async (accepted, knownEtags) => {
    files ??= filesFor(publicOrigin);
    return answered(await files, accepted, knownEtags);
  };
}

function answered(all: Files, accepted: string, knownEtags: string): Response {
  const encoding = (["br", "gzip"] as const).find((name) => accepts(accepted, name)) ?? "identity";
  const etag = `"${all.etag}-${encoding}"`;
  const headers: Record<string, string> = {
    "Cache-Control": "public, max-age=300",
    ETag: etag,
    Vary: "Accept-Encoding",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  if (knownEtags.includes(etag)) return new Response(null, { status: 304, headers });
  headers["Content-Type"] = "application/json";
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  return new Response(new Uint8Array(all[encoding]), { headers });
}

async function filesFor(publicOrigin: string): Promise<Files> {
  const { openApiDocument } = await import("./openapi.ts");
  const identity = Buffer.from(JSON.stringify(openApiDocument(publicOrigin)));
  const [zipped, br] = await Promise.all([promisify(gzip)(identity), promisify(brotliCompress)(identity)]);
  return { etag: createHash("sha256").update(identity).digest("base64url").slice(0, 22), identity, gzip: zipped, br };
}

function accepts(header: string, name: string): boolean {
  return header.split(",").some((part) => {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
