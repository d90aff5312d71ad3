import { pino, stdTimeFunctions } from "pino";

type Terminal = { isTTY?: boolean; write(text: string): unknown };

/**
 * The settings that keep this process from starting, all at once: as text at a terminal, elsewhere as one line of the log,
 * in its format. `LOG_LEVEL` may be wrong itself, so it does not count.
 */
export function reportSettings(problems: readonly string[], terminal: Terminal = process.stderr): void {
  const list = problems.map((line) => `\n  ${line}`).join("");
  if (terminal.isTTY) terminal.write(`The settings are wrong:${list}\n`);
  else unbuffered().fatal({ problems }, "the settings are wrong");
}

/** The error that keeps it from starting, in the same two ways. Written at once: the process exits next. */
export function reportFailedStart(error: unknown, terminal: Terminal = process.stderr): void {
  const message = error instanceof Error ? error.message : String(error);
  if (terminal.isTTY) terminal.write(`The site cannot start: ${message}\n`);
  else unbuffered().fatal({ err: error instanceof Error ? error : { message } }, "the site cannot start");
}

function unbuffered() {
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino(
    { base: null, formatters, timestamp: stdTimeFunctions.isoTime },
    pino.destination({ dest: 1, sync: true }),
  );
}
