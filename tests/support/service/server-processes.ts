import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Signals to PostgreSQL, whose processes each have a session of their own: a signal to the group reaches one of them. */
export function serverProcesses(server: ChildProcess) {
  const all = (signal: NodeJS.Signals) => {
    server.kill(signal);
    for (const child of childrenOf(server.pid)) send(child, signal);
  };
  return {
    freeze: () => all("SIGSTOP"),
    thaw: () => all("SIGCONT"),
    /** At once, as `pg_ctl stop -m immediate`, frozen or not. */
    quit() {
      all("SIGCONT");
      server.kill("SIGQUIT");
    },
    kill: () => all("SIGKILL"),
  };
}

function childrenOf(pid: number | undefined): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((child) => parentOf(child) === pid).map(Number);
}

/** The second field after the name, which is in parentheses and may contain spaces. */
function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    // It has ended since the folder was read.
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
