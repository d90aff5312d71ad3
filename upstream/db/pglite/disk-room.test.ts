import { expect, test } from "vitest";
import { diskRoom } from "./disk-room.ts";

test("a disk has room while 64 MB are free, looked at once a second", () => {
  let [nowMs, free, looks] = [0, 64 * 1024 * 1024, 0];
  const hasRoom = diskRoom(
    "/data",
    () => nowMs,
    () => {
      looks += 1;
      return free;
    },
  );
  expect(hasRoom()).toBe(true);
  free -= 1;
  nowMs = 999;
  expect([hasRoom(), looks]).toEqual([true, 1]);
  nowMs = 1000;
  expect([hasRoom(), looks]).toEqual([false, 2]);
  free += 1;
  nowMs = 2000;
  expect(hasRoom()).toBe(true);
});
