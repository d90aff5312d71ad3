import { expect, test } from "vitest";
import { wholeBytesOf, wholePage } from "./whole-page.server.ts";

test("a buffered page is a response whose bytes are available", async () => {
  const answer = wholePage(Buffer.from("Курса"), { status: 404 });
  expect(wholeBytesOf(answer)?.toString()).toBe("Курса");
  expect([answer.status, await answer.text()]).toEqual([404, "Курса"]);
  expect(wholeBytesOf(new Response("Курса"))).toBeUndefined();
});
