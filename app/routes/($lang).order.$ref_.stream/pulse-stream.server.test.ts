import { describe, expect, test } from "vitest";
import type { OrderPulse } from "../../../contract/order.ts";
import { pulseStream } from "./pulse-stream.server.ts";

const pulse: OrderPulse = {
  ref: "7Q2MK9XW3T",
  status: "confirming",
  condition: "exact",
  confirmations: 7,
  required: 20,
  updated_at: "2026-11-21T09:11:00.000Z",
  checked_at: "2026-11-21T09:12:00.000Z",
  expires_in: 0,
  poll_after: 15,
  version: 5,
};

describe("the stream of an order", () => {
  test("says at once how the order stands, and ends with its signal", async () => {
    const visit = new AbortController();
    const reader = pulseStream(visit.signal, async () => pulse)?.body?.getReader();
    let said = "";
    while (reader && !said.includes("\n\n")) said += new TextDecoder().decode((await reader.read()).value);
    expect(said).toContain("event: pulse");
    expect(JSON.parse(said.match(/data: (.*)/)?.[1] ?? "")).toEqual(pulse);

    visit.abort();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
  });

  test("is refused when there are enough of them, and given again when some have left", () => {
    const visits: AbortController[] = [];
    const visit = () => {
      const controller = new AbortController();
      visits.push(controller);
      return pulseStream(controller.signal, async () => null);
    };
    const streams = Array.from({ length: 201 }, visit);
    expect(streams.filter((stream) => stream === null)).toHaveLength(1);
    for (const controller of visits) controller.abort();
    expect(visit()).not.toBeNull();
    visits.at(-1)?.abort();
  });
});
