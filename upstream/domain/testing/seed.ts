/** Seed of a random run; printed, so that a failure can be repeated with SEED=<number>. */
export function seed(run: string): number {
  const chosen = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`seed of ${run}: ${chosen}\n`);
  return chosen;
}
