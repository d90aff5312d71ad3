import { turns } from "./turns.ts";
import { type Urgency, urgencies, type Waiting, waitingLine } from "./waiting-line.ts";

export type Outcome = "admitted" | "refused" | "gone";

/** Counters for the metrics. */
type AdmissionFigures = {
  running: number;
  waiting: number;
  admitted: number;
  refused: Readonly<Record<Urgency, number>>;
};

/** Decides which requests are worked on, and when. See docs/decisions/141. */
export type Admission = {
  /**
   * Whether the work of a request may start: known at once if it may, or if it would have to wait too long. Each
   * admitted request must call `finished` once.
   */
  enter(urgency: Urgency, isGone: () => boolean): Outcome | Promise<Outcome>;
  finished(): void;
  /**
   * Before a long piece of work of an admitted request that had to wait in between: rendering its page. Resolves in a turn
   * in which nothing else begins.
   */
  turn(): Promise<void>;
  figures(): AdmissionFigures;
};

export type AdmissionRules = {
  elapsedMs: () => number;
  /** Calls back in a later turn of the event loop, after it has read what arrived. */
  nextTurn: (callback: () => void) => void;
  /** Requests worked on at once; the others wait. */
  mostRunning?: number;
};

/** More at once are no faster: they share one processor, or wait for one service. */
const mostRunningByDefault = 32;
/** How long a request may have to wait. A page then has most of its time budget left. */
const patienceMs: Readonly<Record<Urgency, number>> = { order: 1000, change: 900, browse: 800 };
/** As many may always wait in a queue: its pace is known from them only. */
const leastWaiting = 12;
/** One that had to wait much longer than expected is refused late: its visitor has given up, or will. */
const overdueMs = 1500;
/** Until measured, and again when nobody waits. */
const firstIntervalMs = 15;
/** The weight of one measurement. */
const weight = 1 / 4;
/** A pause of the whole process says little about the next request. */
const longestIntervalMs = 500;

/**
 * Starts one request or renders one page in a turn of the event loop, and works on at most `mostRunning` at once. Between
 * two turns the process reads what arrived: health checks, cached pages and refusals wait no longer than one step of one
 * page. How fast a queue moves is measured; a request that would wait in it longer than its patience is refused when it
 * arrives.
 */
export function newAdmission({ elapsedMs, nextTurn, mostRunning = mostRunningByDefault }: AdmissionRules): Admission {
  const line = waitingLine();
  const refused: Record<Urgency, number> = { order: 0, change: 0, browse: 0 };
  let running = 0;
  let admitted = 0;
  const paces = { order: newPace(), change: newPace(), browse: newPace() };
  const { isTaken, take, forRendering } = turns(nextTurn, startNext);
  const refuse = (urgency: Urgency): Outcome => {
    refused[urgency] += 1;
    return "refused";
  };
  const start = () => {
    running += 1;
    admitted += 1;
    take();
  };

  function startNext(): void {
    const nowMs = elapsedMs();
    for (const urgency of urgencies) line.drop(urgency, (first) => dropped(first, urgency, nowMs));
    if (running >= mostRunning) return;
    const next = line.next();
    if (!next) return;
    paces[next.urgency].moved(nowMs, next.waiting.sinceMs);
    start();
    next.waiting.resolve("admitted");
  }

  function dropped({ isGone, sinceMs, resolve }: Waiting, urgency: Urgency, nowMs: number): boolean {
    if (isGone()) resolve("gone");
    else if (nowMs - sinceMs > overdueMs) resolve(refuse(urgency));
    else return false;
    return true;
  }

  return {
    enter(urgency, isGone) {
      if (!isTaken() && running < mostRunning && line.length() === 0) {
        for (const one of urgencies) paces[one].rested();
        start();
        return "admitted";
      }
      const before = line.lengthOf(urgency);
      if (before >= leastWaiting && before * paces[urgency].intervalMs() > patienceMs[urgency]) return refuse(urgency);
      return new Promise((resolve) => {
        line.add(urgency, { sinceMs: elapsedMs(), isGone, resolve });
        if (running < mostRunning) take();
      });
    },
    finished() {
      running -= 1;
      if (line.length() > 0) take();
    },
    turn: forRendering,
    figures: () => ({ running, waiting: line.length(), admitted, refused }),
  };
}

/** How long the first one of a queue waits for its start. */
function newPace() {
  let intervalMs = firstIntervalMs;
  let lastMs = 0;
  return {
    intervalMs: () => intervalMs,
    moved(nowMs: number, sinceMs: number): void {
      const tookMs = Math.min(nowMs - Math.max(lastMs, sinceMs), longestIntervalMs);
      intervalMs += (tookMs - intervalMs) * weight;
      lastMs = nowMs;
    },
    rested(): void {
      intervalMs = Math.min(intervalMs, firstIntervalMs);
    },
  };
}
