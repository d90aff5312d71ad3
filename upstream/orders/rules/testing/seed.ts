/** Seed of a generated run: the same in every run of the suite, another in each proof, which sets SEED and prints it. */
export function seed(run: string): number {
  const chosen = Number(process.env.SEED ?? 1);
  process.stdout.write(`seed of ${run}: ${chosen}\n`);
  return chosen;
}

/** How many generated cases a property is tried on: in a proof all of them; a fifth in the suite, whose cases are always the same. */
export const cases = (inProof: number): number => (process.env.SEED === undefined ? inProof / 5 : inProof);
