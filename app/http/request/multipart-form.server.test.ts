import { describe, expect, test } from "vitest";
import { multipartForm } from "./multipart-form.server.ts";

const type = "multipart/form-data; boundary=edge";
const part = (name: string, value: string, file?: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ""}\r\n\r\n${value}\r\n`;
const read = (...parts: string[]) => multipartForm(Buffer.from(`${parts.join("")}--edge--\r\n`), type);

describe("a posted form with files", () => {
  test("gives its fields, and a file of any size", async () => {
    const form = await read(part("email", "a@b.co"), part("picture", "x".repeat(900_000), "a.png"));
    if (typeof form === "string") throw new Error(form);
    expect(form.get("email")).toBe("a@b.co");
    expect((form.get("picture") as File).size).toBe(900_000);
  });

  test.each([
    ["a name that nests deeply", [part(`a${"[0]".repeat(100)}`, "1")]],
    ["the name of a file that does", [part(`a${".a".repeat(150)}`, "1", "a.png")]],
    ["one long text", [part("message", "a".repeat(70_000))]],
    ["texts that are long together", Array.from({ length: 90 }, (_, at) => part(`f${at}`, "a".repeat(1000)))],
    ["a long name of a file", [part("picture", "1", "a".repeat(70_000))]],
    ["too many fields", Array.from({ length: 120 }, (_, at) => part(`f${at}`, "1"))],
  ])("is too large with %s, as a form without files is", async (_, parts) => {
    expect(await read(...parts)).toBe("too_large");
  });

  test("is broken without its end", async () => {
    expect(await multipartForm(Buffer.from(part("email", "a")), type)).toBe("broken");
  });
});
