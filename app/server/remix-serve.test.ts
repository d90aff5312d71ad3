import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { keepGlobalsOfNode } from "./remix-serve.ts";

test("remix-serve leaves Node's fetch and its classes in place", () => {
  const ofNode = [globalThis.fetch, globalThis.Request, globalThis.Response, globalThis.Headers];
  keepGlobalsOfNode();
  // As remix-serve does after it has loaded the build.
  createRequire(import.meta.url)("@remix-run/node").installGlobals({ nativeFetch: true });
  expect([globalThis.fetch, globalThis.Request, globalThis.Response, globalThis.Headers]).toEqual(ofNode);
});
