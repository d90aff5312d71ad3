import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningFront, startFront } from "../../../tests/support/site/front.ts";
import { filesStep } from "./files.ts";

const script = "let a = 1;".repeat(50);
const folder = mkdtempSync(join(tmpdir(), "files-"));
let front: RunningFront;

beforeAll(async () => {
  mkdirSync(join(folder, "client/assets"), { recursive: true });
  writeFileSync(join(folder, "client/assets/a-1.js"), script);
  writeFileSync(join(folder, "client/assets/a-1.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "client/assets/a-1.js.gz"), gzipSync(script));
  mkdirSync(join(folder, "client/push"));
  writeFileSync(join(folder, "client/push/worker.js"), script);
  writeFileSync(join(folder, "client/favicon.ico"), "icon");
  writeFileSync(join(folder, "secret.txt"), "secret");
  const index = {
    "/assets/a-1.js": { type: "text/javascript", etag: "abc", immutable: true, encodings: ["br", "gzip"] },
    "/push/worker.js": { type: "text/javascript", etag: "ghi", immutable: false, encodings: [] },
    "/favicon.ico": { type: "image/x-icon", etag: "def", immutable: false, encodings: [] },
  };
  writeFileSync(join(folder, "files.json"), JSON.stringify(index));
  front = await startFront({ files: filesStep(folder), remix: async () => new Response(null, { status: 404 }) });
});
afterAll(() => {
  front.stop();
  rmSync(folder, { recursive: true });
});

describe("a static file", () => {
  test.each([
    ["gzip, deflate, br", "br", brotliCompressSync(script).byteLength],
    ["gzip", "gzip", gzipSync(script).byteLength],
    ["br;q=0, gzip", "gzip", gzipSync(script).byteLength],
    ["", undefined, script.length],
  ])("is sent to a client accepting %j as %s", async (accepted, encoding, length) => {
    const { status, headers } = await front.ask("/assets/a-1.js", accepted ? { "Accept-Encoding": accepted } : {});
    expect([status, headers["content-encoding"], headers["content-length"]]).toEqual([200, encoding, String(length)]);
    expect(headers.vary).toBe("Accept-Encoding");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("that is the service worker gets its own security policy, which allows no scripts and no requests", async () => {
    const { headers } = await front.ask("/push/worker.js");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; img-src 'self'");
  });

  test("has only the headers a file needs", async () => {
    const { headers } = await front.ask("/favicon.ico");
    const names = ["cache-control", "connection", "content-length", "content-type", "cross-origin-resource-policy"];
    expect(Object.keys(headers).sort()).toEqual([...names, "date", "etag", "keep-alive", "x-content-type-options"]);
    expect(headers["cache-control"]).toBe("public, max-age=3600");
  });

  test("returns 304 to a client with the same encoding's ETag only", async () => {
    const { headers } = await front.ask("/assets/a-1.js", { "Accept-Encoding": "br" });
    const held = { "If-None-Match": `"x", W/${headers.etag}` };
    const again = await front.ask("/assets/a-1.js", { "Accept-Encoding": "br", ...held });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, "", headers.etag]);
    expect((await front.ask("/assets/a-1.js", held)).status).toBe(200);
  });

  test("HEAD returns no body", async () => {
    const { status, headers, text } = await front.ask("/favicon.ico", {}, "HEAD");
    expect([status, headers["content-length"], text]).toEqual([200, "4", ""]);
  });

  test.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/files.json",
    "/assets/a-1.js.br",
    "/__proto__",
  ])("%s is not found", async (path) => {
    expect((await front.ask(path)).status).toBe(404);
  });
});
