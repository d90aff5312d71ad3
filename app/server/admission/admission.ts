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
/**
 * A line that has not been empty for so long is no burst. A long one would only make everybody in it wait, and its pace may
 * change meanwhile: half the patience has to do, whatever the other queues take.
 */
const burstMs = 1000;
const standingShare = 1 / 2;
/** The limit where work came to a halt: one that had to wait so long is refused late, since its visitor gives up. */
const overdueMs = 1500;
/** Until measured. */
const firstIntervalMs = 12;
/** The weight of one measurement. */
const weight = 1 / 4;
/** A pause of the whole process says little about the next request, and less about the next line. */
const longestIntervalMs = 500;
const longestAtBeginMs = 50;

/**
 * Starts one request or renders one page in a turn of the event loop, and works on at most `mostRunning` at once. Between
 * two turns the process reads what arrived: health checks, cached pages and refusals wait no longer than one step of one
 * page. How fast the line moves is measured; a request that would wait in it longer than its patience is refused when it
 * arrives, not after it has waited.
 */
export function newAdmission({ elapsedMs, nextTurn, mostRunning = mostRunningByDefault }: AdmissionRules): Admission {
  const line = waitingLine();
  const refused: Record<Urgency, number> = { order: 0, change: 0, browse: 0 };
  let running = 0;
  let admitted = 0;
  const pace = newPace();
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
    pace.moved(nowMs);
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
        start();
        return "admitted";
      }
      const nowMs = elapsedMs();
      if (line.length() === 0) pace.lineBegins(nowMs);
      if (!pace.isBearable(line.ahead(urgency), patienceMs[urgency], nowMs)) return refuse(urgency);
      return new Promise((resolve) => {
        line.add(urgency, { sinceMs: nowMs, isGone, resolve });
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

/** How fast the line moves, and since when there is one. */
function newPace() {
  let intervalMs = firstIntervalMs;
  let sinceMs = 0;
  let lastMs = 0;
  return {
    lineBegins(nowMs: number): void {
      intervalMs = Math.min(intervalMs, longestAtBeginMs);
      sinceMs = nowMs;
      lastMs = nowMs;
    },
    moved(nowMs: number): void {
      intervalMs += (Math.min(nowMs - lastMs, longestIntervalMs) - intervalMs) * weight;
      lastMs = nowMs;
    },
    /** Whether one with so many before it starts within its patience. The first of a queue may always wait. */
    isBearable({ now, most }: { now: number; most: number }, patience: number, nowMs: number): boolean {
      if (nowMs - sinceMs > burstMs) return most * intervalMs <= patience * standingShare;
      return now * intervalMs <= patience && most * intervalMs <= overdueMs;
    },
  };
}
