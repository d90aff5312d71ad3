import { describe, expect, test } from "vitest";
import { startSchedule } from "./schedule.ts";

describe("a schedule", () => {
  test("runs every task at once, continues after a failure and reports it", async () => {
    const turns: string[] = [];
    const troubles: string[] = [];
    const failing = { name: "failing", everySeconds: 3600, run: () => Promise.reject(new Error("no disk")) };
    const working = { name: "working", everySeconds: 3600, run: async () => void turns.push("working") };
    const schedule = startSchedule([failing, working], (error, task) => troubles.push(`${task}: ${error}`));
    await schedule.stop();
    expect(turns).toEqual(["working"]);
    expect(troubles).toEqual(["failing: Error: no disk"]);
  });

  test("delays a task's first run when configured", async () => {
    const turns: string[] = [];
    const run = async () => void turns.push("turn");
    const later = startSchedule([{ name: "later", everySeconds: 3600, firstAfterSeconds: 3600, run }], () => {});
    await later.stop();
    expect(turns).toEqual([]);
    const soon = startSchedule([{ name: "soon", everySeconds: 3600, firstAfterSeconds: 0.01, run }], () => {});
    await expect.poll(() => turns).toEqual(["turn"]);
    await soon.stop();
  });

  test("stops after the current run", async () => {
    let end = () => {};
    const gate = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done: string[] = [];
    const slow = { name: "slow", everySeconds: 0, run: () => gate.then(() => void done.push("turn")) };
    const schedule = startSchedule([slow], () => {});
    const stopped = schedule.stop().then(() => done.push("stopped"));
    end();
    await stopped;
    expect(done).toEqual(["turn", "stopped"]);
  });
});
