import { describe, expect, test } from "vitest";
import { csvFile, csvLine, csvNumber, csvStream } from "./csv.ts";

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

describe("a file sent in parts", () => {
  test("has the separator and the decimal mark of the language, and one start, however many parts it has", async () => {
    async function* rows(): AsyncGenerator<string[][], undefined> {
      yield [["1", csvNumber("2.50", "ru")]];
      yield [];
      yield [["3;", "4"]];
    }
    const bytes = new Uint8Array(await new Response(csvStream(["a", "b"], rows(), "ru")).arrayBuffer());
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toBe('\ufeffa;b\r\n1;2,50\r\n"3;";4\r\n');
  });

  test("without rows is its header", async () => {
    async function* none(): AsyncGenerator<string[][], undefined> {}
    expect(await new Response(csvStream(["a", "b"], none(), "en")).text()).toBe("a,b\r\n");
  });

  test("stops reading where its reader leaves", async () => {
    let [read, isStopped] = [0, false];
    async function* endless(): AsyncGenerator<string[][], undefined> {
      try {
        for (; ; read += 1) yield [[String(read)]];
      } finally {
        isStopped = true;
      }
    }
    const reader = csvStream(["n"], endless(), "en").getReader();
    await reader.read();
    await reader.cancel();
    expect(isStopped).toBe(true);
    expect(read).toBeLessThan(5);
  });
});
