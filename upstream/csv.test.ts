import { describe, expect, test } from "vitest";
import { csvFile, csvLine } from "./csv.ts";

describe("a cell", () => {
  test.each(["=1+1", "+1 555 0100", "-1+cmd", "@SUM(A1)", "\t=1", "\r=1"])(
    "a spreadsheet would run is quoted: %j",
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    },
  );

  test.each(["-12", "-12.50", "-12,50", "12", "anna@example.com", "1=1"])(
    "of a number or plain text stays as it is: %s",
    (text) => {
      expect(csvLine([text], ";")).toBe(`${text}\r\n`);
    },
  );

  test.each([
    ["with the separator", "a;b", '"a;b"'],
    ["with quotes", 'a "b"', '"a ""b"""'],
    ["of two lines", "a\nb", '"a\nb"'],
    ["with the other separator", "a,b", "a,b"],
  ])("%s is one cell", (_, text, written) => {
    expect(csvLine([text], ";")).toBe(`${written}\r\n`);
  });
});

test("a file begins with the mark of UTF-8 and has one line for each row", () => {
  expect(csvFile(["a", "b"], [["1", "2"]])).toBe("\ufeffa,b\r\n1,2\r\n");
});
