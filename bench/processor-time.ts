import { readdirSync, readFileSync } from "node:fs";

/** CPU seconds, user and system, from /proc, in hundredths of a second. Linux only. */
export function processorSeconds(pid: number | string): number {
  const { ticks } = timesOf(pid);
  return ticks / 100;
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
