/** A database that takes longer for an empty query is not ready. */
const patienceMilliseconds = 1_500;

/** Whether a query to the database succeeds in time; a hanging server counts as down. */
export async function pingWithTimeout(question: Promise<unknown>): Promise<boolean> {
  const timeout = AbortSignal.timeout(patienceMilliseconds);
  const tooLate = new Promise<boolean>((resolve) => timeout.addEventListener("abort", () => resolve(false)));
  const answered = question.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, tooLate]);
}
