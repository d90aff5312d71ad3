import { expect, test } from "vitest";
import { addressLimit } from "./address-limit.ts";

test.each([
  ["2001:db8::1", "2001:db8:0:0:ffff::2"],
  ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6"],
  ["::1", "0:0:0:0:5::"],
])("%s and %s, of one /64 network, are counted together", (address, neighbour) => {
  const limit = addressLimit(1);
  expect(limit.take(address, 0)).toBeNull();
  expect(limit.take(neighbour, 0)).toBe(60);
});

test("counts other networks apart, for a minute, and waiting is not counted", () => {
  const limit = addressLimit(1);
  for (const address of ["2001:db8:1::1", "2001:db8:2::1", "203.0.113.1", "203.0.113.2", null]) {
    expect(limit.wait(address, 0)).toBeNull();
    expect(limit.take(address, 0)).toBeNull();
    expect(limit.wait(address, 30_000)).toBe(30);
    expect(limit.wait(address, 0)).toBe(60);
  }
  expect(limit.take(null, 60_000)).toBeNull();
});

test.each([
  ["a /24", (at: number) => `203.0.113.${at % 250}`],
  ["a /48", (at: number) => `2001:db8:1:${(at % 60_000).toString(16)}::1`],
])("%s that rotates its addresses has eight times as much as one of them, and others their own", (_, address) => {
  const limit = addressLimit(2);
  for (let at = 0; at < 16; at += 1) expect(limit.take(address(at), 0)).toBeNull();
  for (let at = 16; at < 20_000; at += 1) limit.take(address(at), 0);
  expect(limit.take(address(20_000), 0)).toBe(60);
  expect(limit.take("198.51.100.1", 0)).toBeNull();
});
