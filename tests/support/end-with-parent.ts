import { type ChildProcess, spawn } from "node:child_process";

/** Waits for the end of stdin, which the system closes when the parent process ends. */
const watch = 'read -r _; kill -TERM "$0"; sleep 3; kill -KILL "$0"';

/** Ends a server soon after its parent, however that ended: a killed test runner does no clean-up. */
export function endWithParent(child: ChildProcess): void {
  const watcher = spawn("sh", ["-c", watch, String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  // A child's pipe keeps its parent running.
  if (watcher.stdin && "unref" in watcher.stdin && typeof watcher.stdin.unref === "function") watcher.stdin.unref();
  child.once("exit", () => watcher.kill("SIGKILL"));
}
