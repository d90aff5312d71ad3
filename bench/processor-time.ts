import { readdirSync, readFileSync } from "node:fs";

/** CPU seconds of a process by the scheduler, which counts nanoseconds; without its ended threads. Linux only. */
export function processorSeconds(pid: number | string): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e9;
  } catch {
    // It has ended.
    return 0;
  }
}

/** Of a process, its current and its ended children. */
export function familySeconds(pid: number): number {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  const { ticks, endedTicks } = timesOf(pid);
  return children.reduce((sum, child) => sum + processorSeconds(child), (ticks + endedTicks) / 100);
}

/** Of the ended children of this process. */
export const endedSeconds = () => timesOf(process.pid).endedTicks / 100;

const parentOf = (pid: number | string) => Number(fieldsOf(pid)[1] ?? 0);

function timesOf(pid: number | string): { ticks: number; endedTicks: number } {
  const [user, system, endedUser, endedSystem] = fieldsOf(pid).slice(11, 15).map(Number);
  return { ticks: (user ?? 0) + (system ?? 0), endedTicks: (endedUser ?? 0) + (endedSystem ?? 0) };
}

/** The fields after the process name; empty when the process has ended. */
function fieldsOf(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
