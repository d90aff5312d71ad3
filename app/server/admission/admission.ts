import { newPace } from "./pace.ts";
import { newPatience } from "./patience.ts";
import { newPlaces } from "./places.ts";
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
   * Before a long piece of work of an admitted request that had to wait in between: processing the response of a call,
   * and rendering its page. Resolves in a turn in which nothing else begins.
   */
  turn(): Promise<void>;
  figures(): AdmissionFigures;
};

export type AdmissionRules = {
  elapsedMs: () => number;
  /** Calls back in a later turn of the event loop, after it has read what arrived. */
  nextTurn: (callback: () => void) => void;
  /** Whether the thread is busy nearly all the time, so that more at once only make each take longer. */
  isBusy?: (() => boolean) | undefined;
  /** Requests worked on at once; the others wait. */
  mostRunning?: number | undefined;
  /** What a page may take in all. */
  pageMs?: number | undefined;
};

/** Waiting is pointless after this share of a page's time. Only where work came to a halt does anybody wait so long. */
const overdueShare = 0.72;

/** So few are not refused while nothing else was: they are no flood, however slow the machine is at this moment. */
const fewAtOnce = 12;

/**
 * Starts one request, processes the response of one call, or renders one page per turn of the event loop, and works on at
 * most `mostRunning` at once. Between two turns the process reads what arrived: health checks, cached pages and refusals wait no
 * longer than one step of one page. How fast requests are answered is measured; one that would wait longer than its
 * patience is refused when it arrives, so that those who wait are served.
 */
export function newAdmission({ elapsedMs, nextTurn, isBusy, mostRunning, pageMs = 2500 }: AdmissionRules): Admission {
  const line = waitingLine();
  const overdueMs = pageMs * overdueShare;
  const pace = newPace();
  const patience = newPatience();
  const places = newPlaces(pace, { isBusy, most: mostRunning });
  const refused: Record<Urgency, number> = { order: 0, change: 0, browse: 0 };
  let admitted = 0;
  const { isTaken, take, forBegun } = turns(nextTurn, startNext);
  const refuse = (urgency: Urgency, nowMs: number): Outcome => {
    refused[urgency] += 1;
    patience.refused(nowMs);
    return "refused";
  };
  const start = () => {
    places.taken();
    admitted += 1;
    take();
  };

  function startNext(): void {
    if (line.length() === 0) return;
    const nowMs = elapsedMs();
    for (const urgency of urgencies) line.drop(urgency, (first) => dropped(first, urgency, nowMs));
    const next = places.isFree(nowMs) ? line.next() : undefined;
    if (line.length() === 0) pace.ends(nowMs);
    if (!next) return;
    start();
    next.waiting.resolve("admitted");
  }

  function dropped({ isGone, sinceMs, resolve }: Waiting, urgency: Urgency, nowMs: number): boolean {
    if (isGone()) resolve("gone");
    else if (nowMs - sinceMs > overdueMs) resolve(refuse(urgency, nowMs));
    else return false;
    return true;
  }

  return {
    enter(urgency, isGone) {
      const nowMs = elapsedMs();
      const isFirst = line.length() === 0;
      if (isFirst && !isTaken() && places.isFree(nowMs)) {
        start();
        return "admitted";
      }
      if (isFirst) patience.lineBegins(nowMs);
      const expected = { inWorkMs: places.excessMs(nowMs), gapMs: pace.gapMs(nowMs), ...line.ahead(urgency) };
      const isCrowd = places.running() + line.length() >= fewAtOnce || !patience.isCalm(nowMs);
      if (isCrowd && !patience.isEnough(urgency, expected, line.waitedMs(urgency, nowMs), nowMs))
        return refuse(urgency, nowMs);
      if (isFirst) pace.begins(nowMs, patience.isCalm(nowMs));
      return new Promise((resolve) => {
        line.add(urgency, { sinceMs: nowMs, isGone, resolve });
        if (places.isFree(nowMs)) take();
      });
    },
    finished() {
      places.released();
      pace.answered(elapsedMs());
      if (line.length() > 0) take();
    },
    turn: forBegun,
    figures: () => ({ running: places.running(), waiting: line.length(), admitted, refused }),
  };
}
