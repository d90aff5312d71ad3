import { fairUse } from "../../../contract/networks/fair-use.ts";
import type { Networks } from "../../../contract/networks/networks.ts";
import { newCrowd } from "./crowd.ts";
import { newPace } from "./pace.ts";
import { mostByDefault, newPlaces } from "./places.ts";
import type { ThreadLoad } from "./thread-load.ts";
import { turns } from "./turns.ts";
import { type ShareClass, type Urgency, urgencies, type Waiting, waitingLine } from "./waiting-line.ts";

export type AdmissionOutcome = "admitted" | "refused" | "gone";

/** Counters for the metrics. */
type AdmissionFigures = {
  running: number;
  waiting: number;
  admitted: number;
  refused: Readonly<Record<Urgency, number>>;
};

/** A request as far as its turn depends on it. */
export type Applicant = {
  urgency: Urgency;
  networks: Networks;
  /** The visitor has left. */
  isGone: () => boolean;
};

/** Decides which requests are worked on, and when. See docs/decisions/141 and 180. */
export type Admission = {
  /**
   * Whether the work of a request may start: known at once if it may, or if it would have to wait too long. Each
   * admitted request must call `finished` once.
   */
  enter(applicant: Applicant): "admitted" | "refused" | Promise<AdmissionOutcome>;
  finished(networks: Networks): void;
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
  /** Calls back when `load` may have changed. */
  later: (callback: () => void) => void;
  /** Whether the thread is busy nearly all the time, so that more at once only make each take longer. */
  load: () => ThreadLoad;
  /** Requests worked on at once; the others wait. */
  mostRunning?: number | undefined;
  /** What a page may take in all. */
  pageMs?: number | undefined;
};

/** Waiting is pointless after this share of a page's time. Only where work came to a halt does anybody wait so long. */
const overdueShare = 0.72;

/**
 * Starts one request, processes the response of one call, or renders one page per turn of the event loop, and works on at
 * most `mostRunning` at once. Between two turns the process reads what arrived: health checks, cached pages and refusals wait no
 * longer than one step of one page. How fast requests are answered is measured; one that would wait longer than its
 * patience is refused when it arrives, so that those who wait are served. Turns and places are shared by network: one that
 * sends many requests waits, and is refused, behind those that send few.
 */
export function newAdmission(rules: AdmissionRules): Admission {
  const { elapsedMs, load, mostRunning = mostByDefault, pageMs = 2500 } = rules;
  const use = fairUse({ elapsedMs, most: mostRunning });
  const line = waitingLine(use);
  const pace = newPace();
  const places = newPlaces(pace, { load, most: mostRunning });
  const crowd = newCrowd({ use, line, places, pace });
  const counted = { admitted: 0, refused: { order: 0, change: 0, browse: 0 } };
  const { isTaken, take, takeLater, forBegun } = turns(rules, startNext);
  const refuse = (urgency: Urgency, networks: Networks, shareClass: ShareClass, nowMs: number) => {
    counted.refused[urgency] += 1;
    use.refused(networks);
    crowd.refused(shareClass, nowMs);
    return "refused" as const;
  };
  const start = (networks: Networks) => {
    places.taken();
    use.begins(networks);
    counted.admitted += 1;
    take();
  };

  function startNext(): void {
    if (line.length() === 0) return;
    const nowMs = elapsedMs();
    for (const urgency of urgencies) line.drop(urgency, (first) => dropped(first, urgency, nowMs));
    const next = places.isFree(nowMs) ? line.next(crowd.mayStart) : undefined;
    if (line.length() === 0) pace.ends(nowMs);
    else if (!next) takeLater();
    if (!next) return;
    start(next.networks);
    next.waiting.resolve("admitted");
  }

  function dropped(
    { isGone, networks, shareClass, sinceMs, resolve }: Waiting,
    urgency: Urgency,
    nowMs: number,
  ): boolean {
    if (isGone()) resolve("gone");
    else if (nowMs - sinceMs > pageMs * overdueShare) resolve(refuse(urgency, networks, shareClass, nowMs));
    else return false;
    return true;
  }

  return {
    enter({ urgency, networks, isGone }) {
      const nowMs = elapsedMs();
      const isFirst = line.length() === 0;
      if (isFirst && !isTaken() && places.isFree(nowMs) && crowd.mayStart(networks.above)) {
        start(networks);
        return "admitted";
      }
      const shareClass = crowd.arrives(networks, nowMs);
      if (crowd.isTooLate(urgency, networks, shareClass, nowMs)) return refuse(urgency, networks, shareClass, nowMs);
      if (isFirst) pace.begins(nowMs, crowd.isCalm(nowMs));
      crowd.waits(shareClass);
      return new Promise<AdmissionOutcome>((resolve) => {
        const decided = (outcome: AdmissionOutcome) => {
          crowd.waited(shareClass);
          resolve(outcome);
        };
        line.add(urgency, networks, { sinceMs: nowMs, networks, shareClass, isGone, resolve: decided });
        if (places.isFree(nowMs)) take();
      });
    },
    finished(networks) {
      places.released();
      use.ends(networks);
      pace.answered(elapsedMs());
      if (line.length() > 0) take();
    },
    turn: forBegun,
    figures: () => ({ running: places.running(), waiting: line.length(), ...counted }),
  };
}
