import { fstatSync, openSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

type Refused = { refused: string };

/**
 * A passphrase from a file or descriptor (`/dev/fd/3`) that only its owner can read, or from the terminal, where it is not
 * shown. Never an argument or a variable of the environment: other programs can read those.
 */
export async function readPassphrase(path: string | undefined, question: string): Promise<string | Refused> {
  if (path !== undefined) return fromFile(path);
  if (!process.stdin.isTTY)
    return { refused: "There is no terminal to ask for the passphrase: name a file with --passphrase-file." };
  const silent = new Writable({ write: (_chunk, _encoding, written) => written() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stderr.write(`${question}: `);
    return await terminal.question("");
  } finally {
    process.stderr.write("\n");
    terminal.close();
  }
}

function fromFile(path: string): string | Refused {
  try {
    const file = openSync(path, "r");
    const { mode } = fstatSync(file);
    const isFile = (mode & 0o170000) === 0o100000;
    if (isFile && (mode & 0o077) !== 0) return { refused: `Others can read ${path}: chmod 600 it.` };
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    return { refused: `The passphrase was not read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
