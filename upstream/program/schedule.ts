import type { PeriodicTask } from "../ports/jobs.ts";

export type Schedule = {
  /** Starts no new runs; resolves when the running ones have ended. */
  stop(): Promise<void>;
};

/**
 * Runs each task now, or after its initial delay, and then a fixed time after its last run ended, never twice at once.
 * Timers only start a run: what is due is a column compared with the service's clock. A failed run is reported and
 * repeated.
 */
export function startSchedule(tasks: PeriodicTask[], onError: (error: unknown, task: string) => void): Schedule {
  const loops = tasks.map((task) => loop(task, onError));
  return {
    async stop() {
      await Promise.all(loops.map((running) => running.stop()));
    },
  };
}

function loop(task: PeriodicTask, onError: (error: unknown, task: string) => void): Schedule {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wakeAfter = (seconds: number) => {
    timer = setTimeout(() => {
      current = run();
    }, seconds * 1000);
    timer.unref();
  };
  const run = async () => {
    try {
      await task.run();
    } catch (error) {
      onError(error, task.name);
    }
    if (!isStopped) wakeAfter(task.everySeconds);
  };
  let current = Promise.resolve();
  if (task.firstAfterSeconds === undefined) current = run();
  else wakeAfter(task.firstAfterSeconds);

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
