import { expect, test } from "vitest";
import { isRefusal } from "../shared/rules/refusal.ts";
import { openStreams } from "./streams.ts";

const { signal } = new AbortController();

test("one network that rotates its addresses holds all streams only until others come, who get theirs", () => {
  const streams = openStreams(50);
  let ended = 0;
  const onEnd = () => {
    ended += 1;
  };
  const open = (address: string) => streams.open(address, signal, onEnd);
  for (let at = 0; at < 60; at += 1) open(`2001:db8:1:${at.toString(16)}::1`);
  expect(isRefusal(open("2001:db8:1:ffff::1"))).toBe(false);
  for (let at = 0; at < 10; at += 1) expect(isRefusal(open(`192.0.2.${at}`))).toBe(false);
  expect(ended).toBeGreaterThanOrEqual(10);
});
