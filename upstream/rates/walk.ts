/** A price stays for so many seconds, then takes its next step. */
export const stepSeconds = 15;

/** How far the walk strays from the table, in millionths: 0.3 %. */
const reachMillionths = 3000;
/** Its wide way turns every hour, a small one on top of it every five minutes. */
const ways = [
  { everySteps: 240, reach: 2000 },
  { everySteps: 20, reach: 1000 },
] as const;

/**
 * Where a pair's sandbox price stands against the table, in millionths, at most `reachMillionths` either way. A pure
 * function of the pair and the time, so every process says the same and a test can say it beforehand.
 */
export function walkMillionths(pairId: string, now: Date): number {
  const step = Math.floor(now.getTime() / (stepSeconds * 1000));
  const sum = ways.reduce((total, way) => total + between(pairId, step, way.everySteps, way.reach), 0);
  return Math.max(-reachMillionths, Math.min(reachMillionths, sum));
}

/** The start of the step that a moment lies in. */
export function stepStart(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % (stepSeconds * 1000)));
}

/** On the straight line between two turning points. */
function between(pairId: string, step: number, every: number, reach: number): number {
  const turn = Math.floor(step / every);
  const here = turningPoint(`${pairId}:${every}:${turn}`, reach);
  const next = turningPoint(`${pairId}:${every}:${turn + 1}`, reach);
  return Math.trunc(here + ((next - here) * (step - turn * every)) / every);
}

/** A figure from -reach to reach that looks like chance and is not: FNV-1a of the name, stirred once more. */
function turningPoint(name: string, reach: number): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash >>> 8) % (2 * reach + 1)) - reach;
}
