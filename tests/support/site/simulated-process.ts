import { type Admission, type AdmissionOutcome, newAdmission } from "../../../app/server/admission/admission.ts";
import { measuredEveryMs, threadLoad } from "../../../app/server/admission/thread-load.ts";
import { type Urgency, urgencies } from "../../../app/server/admission/waiting-line.ts";
import { networksOf } from "../../../contract/networks/networks.ts";

/** What one request costs: its start, its statements (one of all requests in a turn), then its page in a turn of its own. */
export type Work = { startMs: number; statements?: number; statementMs?: number; renderMs?: number };

export type Asked = {
  urgency: Urgency;
  address: string | null;
  atMs: number;
  /** When it was admitted or refused. */
  decidedMs: number;
  answeredMs: number;
  outcome: AdmissionOutcome;
};

export type SimulatedProcess = ReturnType<typeof simulatedProcess>;

type ProcessRules = {
  /** The cost of a request that starts at this time. */
  workAt: (nowMs: number) => Work;
  mostRunning?: number;
  /** From the end of its work to its answer. */
  answersAfterMs?: number;
};

/** A process with one thread and a clock of its own, behind an admission: nothing here depends on the machine. */
export function simulatedProcess({ workAt, mostRunning, answersAfterMs = 0 }: ProcessRules) {
  let nowMs = 1000;
  const idle = idleTime(() => nowMs);
  const timers = newTimers(() => nowMs);
  let planned: (() => void) | undefined;
  const answers: { atMs: number; one: Asked }[] = [];
  const statements: { ms: number; then: () => void }[] = [];
  const admission: Admission = newAdmission({
    elapsedMs: () => nowMs,
    nextTurn: (callback) => {
      planned = callback;
    },
    later: timers.set,
    load: threadLoad(() => nowMs, idle.utilization),
    mostRunning,
  });
  const asked: Asked[] = [];

  async function decided(request: Asked, outcome: AdmissionOutcome): Promise<void> {
    request.outcome = outcome;
    request.decidedMs = nowMs;
    if (outcome !== "admitted") return;
    const { startMs, statements: count = 0, statementMs = 0, renderMs } = workAt(nowMs);
    nowMs += startMs;
    for (let at = 0; at < count; at += 1) {
      await new Promise<void>((then) => statements.push({ ms: statementMs, then }));
    }
    if (renderMs !== undefined) {
      await admission.turn();
      nowMs += renderMs;
    }
    answers.push({ atMs: nowMs + answersAfterMs, one: request });
  }

  return {
    admission,
    asked,
    now: () => nowMs,

    /** `address`: of a visitor; all of them have one where it is left out. */
    ask(urgency: Urgency, isGone = () => false, address: string | null = null): Asked {
      const request = newAsked({ urgency, address, atMs: nowMs });
      asked.push(request);
      const outcome = admission.enter({ urgency, networks: networksOf(address), isGone });
      if (outcome instanceof Promise) void outcome.then((later) => decided(request, later));
      else void decided(request, outcome);
      return request;
    },

    /** One turn of the event loop: a statement, what the admission begins, then the answers that are due. */
    async turn(untilNextMs = 1): Promise<void> {
      const beforeMs = nowMs;
      const statement = statements.shift();
      nowMs += statement?.ms ?? 0;
      statement?.then();
      await promisesSettled();
      timers.run();
      const begin = planned;
      planned = undefined;
      begin?.();
      await promisesSettled();
      for (const due of answers.filter(({ atMs }) => atMs <= nowMs)) {
        answers.splice(answers.indexOf(due), 1);
        due.one.answeredMs = nowMs;
        admission.finished(networksOf(due.one.address));
      }
      if (nowMs > beforeMs) return;
      nowMs += untilNextMs;
      idle.adds(untilNextMs);
    },

    /** Until everything asked for has been answered. */
    async idle(): Promise<void> {
      while (admission.figures().running + admission.figures().waiting > 0) await this.turn();
    },
  };
}

function newAsked(request: Pick<Asked, "urgency" | "address" | "atMs">): Asked {
  return { ...request, decidedMs: Number.NaN, answeredMs: Number.NaN, outcome: "gone" };
}

function newTimers(now: () => number) {
  const timers: { atMs: number; callback: () => void }[] = [];
  return {
    set(callback: () => void): void {
      timers.push({ atMs: now() + measuredEveryMs, callback });
    },
    run(): void {
      while (timers[0] && timers[0].atMs <= now()) timers.shift()?.callback();
    },
  };
}

/** How long the thread had nothing to do, as Node tells it. */
function idleTime(now: () => number) {
  let idleMs = now();
  return {
    adds(ms: number): void {
      idleMs += ms;
    },
    utilization(to = { active: now() - idleMs, idle: idleMs }, from = { active: 0, idle: 0 }) {
      const [active, idle] = [to.active - from.active, to.idle - from.idle];
      return { ...to, utilization: active / (active + idle) };
    },
  };
}

/** A resolved promise runs its callbacks a few microtasks later. */
async function promisesSettled(): Promise<void> {
  for (let at = 0; at < 4; at += 1) await Promise.resolve();
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Visitors that arrive by the clock, whatever is answered, for `seconds`: so many a second of each urgency. */
export async function flood(
  site: SimulatedProcess,
  aSecond: Record<Urgency, number>,
  seconds: number,
  /** How many times the average gap until the next one. */
  gap = () => 1,
  address: () => string | null = () => null,
): Promise<void> {
  const startMs = site.now();
  const dueMs: Record<Urgency, number> = { order: startMs, change: startMs, browse: startMs };
  while (site.now() - startMs < seconds * 1000) {
    for (const urgency of urgencies) {
      for (; dueMs[urgency] <= site.now(); dueMs[urgency] += (gap() * 1000) / aSecond[urgency])
        site.ask(urgency, () => false, address());
    }
    await site.turn();
  }
  await site.idle();
}
