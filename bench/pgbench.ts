import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Statement } from "../tests/support/service/statement-recorder.ts";

const run = promisify(execFile);

/** The order numbers pgbench uses start here, with a range per connection. */
export const firstNumber = 1_000_000_000;

/**
 * Recorded statements as a pgbench script. `unique`: the parts of parameters that differ in every transaction; the
 * order number replaces the first and is appended to the others.
 */
export function pgbenchScript(statements: readonly Statement[], unique: readonly [string, ...string[]]): string {
  const lines = statements.map(({ text, values }) => {
    const filled = text.replace(
      /\$(\d+)/g,
      (_, position: string) => `(${literal(values[Number(position) - 1] ?? null, unique)})`,
    );
    return `${filled.trim().replace(/;$/, "")};`;
  });
  return ["\\set i :i + 1", `\\set ref ${firstNumber} + :client_id * :share + :i`, ...lines, ""].join("\n");
}

function literal(value: string | null, [ref, ...others]: readonly [string, ...string[]]): string {
  if (value === null) return "null";
  const marked = others.reduce((text, other) => text.replaceAll(other, `${other}\0`), value.replaceAll(ref, "\0"));
  return marked === "\0" ? ":ref::text" : marked.split("\0").map(quoted).join(" || :ref::text || ");
}

/** A colon would start a pgbench variable. */
function quoted(text: string): string {
  const escaped = text.replace(/[\\':;]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return escaped === text ? `'${text}'` : `E'${escaped}'`;
}

export type PgbenchRun = { connections: number; transactionsEach: number; doneEach: number; share: number };

/** Transactions per second, without connecting. `doneEach`: how many orders of its range a connection has used. */
export async function runPgbench(
  { binaries, url, folder, protocol }: { binaries: string; url: string; folder: string; protocol: string },
  script: string,
  { connections, transactionsEach, doneEach, share }: PgbenchRun,
): Promise<number> {
  const file = join(folder, "execute.pgbench");
  writeFileSync(file, script);
  const args = [
    ...["--no-vacuum", `--protocol=${protocol}`, `--file=${file}`],
    ...[`--client=${connections}`, "--jobs=1", `--transactions=${transactionsEach}`],
    ...[`--define=i=${doneEach - 1}`, `--define=share=${share}`, url],
  ];
  const { stdout, stderr } = await run(join(binaries, "pgbench"), args);
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (tps === undefined || !stdout.includes(`processed: ${connections * transactionsEach}/`)) {
    throw new Error(`pgbench did not come to its end:\n${stdout}${stderr}`);
  }
  return Number(tps);
}
