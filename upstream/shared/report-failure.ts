import { createLog } from "./log.ts";

type Terminal = { isTTY?: boolean; write(text: string): unknown };

/**
 * The settings that keep this process from starting, all at once: as text at a terminal, elsewhere as one line of the log.
 * `LOG_LEVEL` may be wrong itself, so it does not count. The site reports its own in the same way.
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

/**
 * From now on an exception or a rejection that nothing handles is reported in the same two ways, and ends the process with
 * 1, so that a supervisor starts it again: nobody knows what state it is in. Node itself would print text, with the values
 * of a failed statement in it.
 */
export function endOnUncaughtError(text: string): void {
  // Node turns an unhandled rejection into this event too.
  process.on("uncaughtException", (error: unknown) => {
    // Behind the lines that a log still keeps and writes at the exit.
    process.once("exit", () => {
      const stack = error instanceof Error ? error.stack : undefined;
      if (process.stderr.isTTY) process.stderr.write(`${text}: ${stack ?? String(error)}\n`);
      else reportEnd(text, error);
    });
    process.exit(1);
  });
}
