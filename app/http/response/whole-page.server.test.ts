import { expect, test } from "vitest";
import { wholeBytesOf, wholePage } from "./whole-page.server.ts";

test("a buffered page is a response whose bytes are available", async () => {
  const response = wholePage(Buffer.from("Курса"), { status: 404 });
  expect(wholeBytesOf(response)?.toString()).toBe("Курса");
  expect([response.status, await response.text()]).toEqual([404, "Курса"]);
  expect(wholeBytesOf(new Response("Курса"))).toBeUndefined();
});
