import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Command } from "./command.ts";
import type { Request } from "./request.ts";

type Refused = { refused: string };
type Named = Pick<Command, "files"> | undefined;

const mostBytes = 4 * 1024 * 1024;
const digestOf = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/**
 * The request with the files that its arguments name on the operator's machine. The argument becomes the digest of the content,
 * so that a signature covers what is in the file and stays short.
 */
export function attachFiles(command: Named, request: Request): Request | Refused {
  const args = { ...request.args };
  const files: Record<string, string> = {};
  for (const name of command?.files ?? []) {
    const path = args[name];
    if (path === undefined) continue;
    const bytes = contentOf(path);
    if ("refused" in bytes) return bytes;
    const digest = digestOf(bytes.content);
    args[name] = digest;
    files[digest] = bytes.content.toString("base64");
  }
  return Object.keys(files).length === 0 ? request : { ...request, args, files };
}

function contentOf(path: string): { content: Buffer } | Refused {
  try {
    if (statSync(path).size > mostBytes) return { refused: `${path} is larger than 4 MB.` };
    return { content: readFileSync(path) };
  } catch (error) {
    return { refused: `The file was not read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The arguments with the content of each file, in base64, in place of its digest; refused where another content has come. */
export function contentsOfFiles(
  command: Named,
  args: Record<string, string>,
  files: Record<string, string> = {},
): { args: Record<string, string> } | Refused {
  const filled = { ...args };
  for (const name of command?.files ?? []) {
    const digest = args[name];
    if (digest === undefined) continue;
    const content = Object.hasOwn(files, digest) ? files[digest] : undefined;
    if (content === undefined || digestOf(Buffer.from(content, "base64")) !== digest)
      return { refused: `${name}: the file did not come with the command.` };
    filled[name] = content;
  }
  return { args: filled };
}
