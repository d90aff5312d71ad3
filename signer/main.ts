import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { initSigner } from "./init.ts";
import { BrokenList } from "./list.ts";
import { serveSigner } from "./server.ts";
import { readKey, readSetup, type SignerSetup } from "./settings-file.ts";
import { openSigner } from "./signer.ts";

/**
 * The signer (docs/signer.md): `signer [FILE]` runs it, `signer [FILE] --init [--new-key]` prepares the first day. FILE, or
 * SIGNER_FILE, is its settings file.
 */
const usage = "signer [settings file] [--init [--new-key]]; without a file: SIGNER_FILE";

try {
  await run();
} catch (error) {
  end([error instanceof BrokenList ? error.message : `The signer cannot start: ${textOf(error)}`]);
}

async function run(): Promise<void> {
  const options = { init: { type: "boolean" }, "new-key": { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const file = positionals[0] ?? process.env.SIGNER_FILE;
  if (file === undefined || positionals.length > 1 || (values["new-key"] && !values.init)) return end([usage]);
  const setup = readSetup(resolve(file));
  if ("faults" in setup) return end(setup.faults);
  if (!values.init) return start(setup);
  const prepared = initSigner(setup, { isNewKey: values["new-key"] === true, now: new Date() });
  if ("faults" in prepared) return end(prepared.faults);
  process.stdout.write(prepared.lines.map((line) => `${line}\n`).join(""));
}

async function start({ settings, files }: SignerSetup): Promise<void> {
  const accounts = readKey(files);
  if ("faults" in accounts) return end(accounts.faults);
  const signer = openSigner({ settings, files, accounts, now: () => new Date() });
  const mode = Number.parseInt(settings.socketMode, 8);
  const server = await serveSigner(signer, { socket: files.socket, mode }, { report, fatal });
  const { seq } = signer.head();
  report({ listening: files.socket, hot: accounts.hot.address, signed: seq, cutBytes: signer.cutBytes });
  const stop = () => server.close(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

function report(line: object): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
}

/** Whatever the disk has, the next start reads it. */
function fatal(error: unknown): void {
  report({ ends: textOf(error) });
  process.exit(1);
}

function end(sentences: readonly string[]): void {
  process.stderr.write(sentences.map((sentence) => `${sentence}\n`).join(""));
  process.exitCode = 1;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
