/** Seed of a generated run: the same in every run of the suite, another in each proof, which sets SEED and prints it. */
export function seed(run: string): number {
  const chosen = Number(process.env.SEED ?? 1);
  process.stdout.write(`seed of ${run}: ${chosen}\n`);
  return chosen;
}
