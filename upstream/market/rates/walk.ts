/** Seconds between price steps. */
export const stepSeconds = 15;

/** Largest distance from the table, in millionths: 0.3%. */
const reachMillionths = 3000;
/** The main swing turns every hour, a small one on top every five minutes. */
const ways = [
  { everySteps: 240, reach: 2000 },
  { everySteps: 20, reach: 1000 },
] as const;

/**
 * A pair's simulated price relative to the table, in millionths, at most `reachMillionths` either way. A pure function
 * of pair and time, so that all processes and tests agree.
 */
export function walkMillionths(pairId: string, now: Date): number {
  const step = Math.floor(now.getTime() / (stepSeconds * 1000));
  const sum = ways.reduce((total, way) => total + between(pairId, step, way.everySteps, way.reach), 0);
  return Math.max(-reachMillionths, Math.min(reachMillionths, sum));
}

/** Start of the price step that contains a time. */
export function stepStart(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % (stepSeconds * 1000)));
}

/** Linear interpolation between two turning points. */
function between(pairId: string, step: number, every: number, reach: number): number {
  const turn = Math.floor(step / every);
  const here = turningPoint(`${pairId}:${every}:${turn}`, reach);
  const next = turningPoint(`${pairId}:${every}:${turn + 1}`, reach);
  return Math.trunc(here + ((next - here) * (step - turn * every)) / every);
}

/** A pseudo-random figure from -reach to reach: FNV-1a of the name, mixed once more. */
function turningPoint(name: string, reach: number): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash >>> 8) % (2 * reach + 1)) - reach;
}
