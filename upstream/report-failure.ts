import { createLog } from "./log.ts";

type Terminal = { isTTY?: boolean; write(text: string): unknown };

/**
 * The settings that keep this process from starting, all at once: as text at a terminal, elsewhere as one line of the log.
 * `LOG_LEVEL` may be wrong itself, so it does not count.
 */
export function reportSettings(problems: readonly string[], terminal: Terminal = process.stderr): void {
  const list = problems.map((line) => `\n  ${line}`).join("");
  if (terminal.isTTY) terminal.write(`The settings are wrong:${list}\n`);
  else createLog("fatal").fatal({ problems }, "the settings are wrong");
}

/** The error that ends this process, in the same two ways. Written at once: the process exits next. */
export function reportEnd(text: string, error: unknown, terminal: Terminal = process.stderr): void {
  if (terminal.isTTY) terminal.write(`${text}: ${error instanceof Error ? error.message : String(error)}\n`);
  else createLog("fatal").fatal({ err: error }, text);
}
