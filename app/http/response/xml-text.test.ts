import { expect, test } from "vitest";
import { xmlText } from "./xml-text.ts";

test("markup is escaped, and characters that XML cannot hold are dropped", () => {
  expect(xmlText("a < b & c > d")).toBe("a &lt; b &amp; c &gt; d");
  expect(xmlText("one\u0000\u000B\uFFFE two\nthree 😀")).toBe("one two\nthree 😀");
});
