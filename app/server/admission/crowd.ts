import { type FairUse, shareOf } from "../../../contract/networks/fair-use.ts";
import type { Networks } from "../../../contract/networks/networks.ts";
import type { Pace } from "./pace.ts";
import { newPatience } from "./patience.ts";
import type { newPlaces } from "./places.ts";
import type { ShareClass, Urgency, waitingLine } from "./waiting-line.ts";

/** So few are not refused while nothing else was: they are no flood, however slow the machine is at this moment. */
const fewAtOnce = 12;

type Parts = {
  use: Pick<FairUse, "turns" | "held" | "isAtShare">;
  line: ReturnType<typeof waitingLine>;
  places: ReturnType<typeof newPlaces>;
  pace: Pick<Pace, "gapMs">;
};

/** Behind so few a visitor who has had little waits for hardly more than those in work. */
const fewAhead = 3;

/** Of the turns of its network an insider has had at most this part. */
const insiderShare = 0.2;

/**
 * Decides on arrival who would wait too long. The line and the refusals of those who have their share say nothing of what
 * others find, so how long a request may wait is measured for each class apart.
 */
export function newCrowd({ use, line, places, pace }: Parts) {
  const patience = { modest: newPatience(), insider: newPatience(), greedy: newPatience() };
  const waiting = { modest: 0, insider: 0, greedy: 0 };
  return {
    /** The class of a request that may have to wait. */
    arrives({ client, above }: Networks, nowMs: number): ShareClass {
      if (line.length() === 0) patience.greedy.lineBegins(nowMs);
      if (waiting.modest === 0) patience.modest.lineBegins(nowMs);
      if (waiting.insider === 0) patience.insider.lineBegins(nowMs);
      const isModest = !use.isAtShare(above) && line.of(above) < Math.max(fewAtOnce, shareOf(line.length()));
      if (isModest) return "modest";
      return use.turns(client) < use.turns(above) * insiderShare ? "insider" : "greedy";
    },
    isTooLate(urgency: Urgency, networks: Networks, shareClass: ShareClass, nowMs: number): boolean {
      const ahead = line.ahead(urgency, networks);
      const expected = { inWorkMs: places.excessMs(nowMs), gapMs: pace.gapMs(nowMs), ...ahead };
      const isCalm = patience[shareClass].isCalm(nowMs);
      const before = shareClass === "greedy" ? places.running() + line.length() : ahead.now;
      if (before < fewAtOnce && isCalm) return false;
      // However long the line is, it starts next: other queues cannot grow much meanwhile.
      if (shareClass !== "greedy" && ahead.now <= fewAhead) expected.most = ahead.now;
      return !patience[shareClass].isEnough(urgency, expected, line.waitedMs(urgency, networks, nowMs), nowMs);
    },
    /** Whether a network may hold one more place. */
    mayStart: (above: string): boolean => use.held(above) < places.mostOfOne(),
    waits(shareClass: ShareClass): void {
      waiting[shareClass] += 1;
    },
    waited(shareClass: ShareClass): void {
      waiting[shareClass] -= 1;
    },
    refused: (shareClass: ShareClass, nowMs: number): void => patience[shareClass].refused(nowMs),
    /** Nothing was refused lately. */
    isCalm: (nowMs: number): boolean => Object.values(patience).every(({ isCalm }) => isCalm(nowMs)),
  };
}
