/** A database that needs longer than this for nothing at all is not ready for work. */
const patienceMilliseconds = 1_500;

/** Whether a question to the database succeeds soon; a server that hangs counts as one that is down. */
export async function pingWithTimeout(question: Promise<unknown>): Promise<boolean> {
  const timeout = AbortSignal.timeout(patienceMilliseconds);
  const tooLate = new Promise<boolean>((resolve) => timeout.addEventListener("abort", () => resolve(false)));
  const answered = question.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, tooLate]);
}
