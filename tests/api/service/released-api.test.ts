import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { breakingChanges, promisesOf, readPromises } from "../../../contract/docs/api-promises.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { openApiDocument } from "../../../upstream/http/openapi.ts";

const document = JSON.parse(JSON.stringify(openApiDocument("https://exchange.example")));

test("programs that were written for the last release of the API work with this one", () => {
  const released = readPromises(readFileSync("contract/docs/released-api.txt", "utf8"));
  expect(released.length).toBeGreaterThan(1000);
  // To change something all the same: deprecate it, release, and take it away in a later release (CHANGELOG.md).
  expect(breakingChanges(released, promisesOf(document))).toEqual([]);
});

test("the package, the API document and the newest release in CHANGELOG.md have one version", () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect(document.info.version).toBe(packageJson.version);
  expect(newest).toBe(packageJson.version);
});
