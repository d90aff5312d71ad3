import { type ChildProcess, spawn } from "node:child_process";

/** Waits for the end of its input, which the system closes when the process that holds it is gone. */
const watch = 'read -r _; kill -TERM "$0"; sleep 3; kill -KILL "$0"';

/**
 * Ends a server soon after the process that started it, however that one ended: a test runner that is killed runs no
 * clean-up of its own.
 */
export function endWithParent(child: ChildProcess): void {
  const watcher = spawn("sh", ["-c", watch, String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  // A pipe of a child keeps its parent running.
  if (watcher.stdin && "unref" in watcher.stdin && typeof watcher.stdin.unref === "function") watcher.stdin.unref();
  child.once("exit", () => watcher.kill("SIGKILL"));
}
