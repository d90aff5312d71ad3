import { type Challenge, solveChallengeWorkers } from "altcha-lib";
import SolverWorker from "./solve-worker.ts?worker";

/** Enough for any browser; a slower one takes the code by email. */
const withinMs = 60_000;

/** Asks for a challenge and solves it with half of the processors, beside the page. */
export async function solveAltcha(action: string): Promise<string> {
  const response = await fetch(`/api/v1/bot-check?${new URLSearchParams({ action })}`);
  if (!response.ok) throw new Error("There is no challenge");
  const { data }: { data: { challenge: Challenge | null } } = await response.json();
  // The service checks nothing.
  if (data.challenge === null) return "off";
  const solution = await solveChallengeWorkers({
    challenge: data.challenge,
    concurrency: Math.max(1, Math.min(4, Math.floor(navigator.hardwareConcurrency / 2))),
    createWorker: () => new SolverWorker(),
    timeout: withinMs,
  });
  if (solution === null) throw new Error("There is no solution");
  return btoa(JSON.stringify({ challenge: data.challenge, solution }));
}
