import { readdirSync, readFileSync } from "node:fs";

/** Seconds of processor time, user and system, from /proc, in ticks of a hundredth. Linux only. */
export function processorSeconds(pid: number | string): number {
  const { ticks } = timesOf(pid);
  return ticks / 100;
}

/** That of a process, of the children it has, and of those it had. */
export function familySeconds(pid: number): number {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  const { ticks, endedTicks } = timesOf(pid);
  return children.reduce((sum, child) => sum + processorSeconds(child), (ticks + endedTicks) / 100);
}

/** That of the children which this process has had and which have ended. */
export const endedSeconds = () => timesOf(process.pid).endedTicks / 100;

const parentOf = (pid: number | string) => Number(fieldsOf(pid)[1] ?? 0);

function timesOf(pid: number | string): { ticks: number; endedTicks: number } {
  const [user, system, endedUser, endedSystem] = fieldsOf(pid).slice(11, 15).map(Number);
  return { ticks: (user ?? 0) + (system ?? 0), endedTicks: (endedUser ?? 0) + (endedSystem ?? 0) };
}

/** What follows the name in brackets; nothing for a process that has ended meanwhile. */
function fieldsOf(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
