/** As drizzle words a failed statement: its values are personal data. */
export const failedStatement = { text: "insert into t values ($1)", value: "anna@example.com" };

/**
 * NODE_OPTIONS of a process in which a signal makes something fail that nothing handles: on SIGUSR2 an exception, on SIGHUP
 * a rejection. No request is known that does it.
 */
export function failsOnSignal(): string {
  const message = JSON.stringify(`Failed query: ${failedStatement.text}\nparams: ${failedStatement.value}`);
  // This text is in the stack: the password is put together.
  const source = `
    const failure = () => Object.assign(new Error(${message}), { password: "can" + "ary" });
    process.on("SIGUSR2", () => { throw failure(); });
    process.on("SIGHUP", () => void Promise.reject(failure()));
  `;
  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
}

/** The last line of a log, as an operator's collector reads it. */
export function lastLine(log: string): Record<string, unknown> {
  return JSON.parse(log.trimEnd().split("\n").at(-1) ?? "");
}
