/** A database that takes longer for an empty query is not ready. */
const timeoutMilliseconds = 1_500;

/** Whether a query to the database succeeds in time; a hanging server counts as down. */
export async function pingWithTimeout(ping: Promise<unknown>): Promise<boolean> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const tooLate = new Promise<boolean>((resolve) => timeout.addEventListener("abort", () => resolve(false)));
  const answered = ping.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, tooLate]);
}
