import { factsOf } from "./request-facts.server.ts";

/** One line for an operator about a fault of ours, with the request's id; a visitor who left is no fault. */
export function reportError(error: unknown, request: Request): void {
  if (request.signal.aborted) return;
  const line = {
    level: "error",
    request: factsOf(request).id,
    path: new URL(request.url).pathname,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** A start that cannot go on: one line that says why, and the process ends. */
export function refuseStart(error: unknown): never {
  process.stderr.write(`The site cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
