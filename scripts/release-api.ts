/**
 * Stores what this version of the API promises, as the last step before a release is tagged. Refuses a change that breaks
 * programs written for the release before: deprecate it in one release, remove it in a later one (CHANGELOG.md).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { breakingChanges, printPromises, promisesOf, readPromises } from "../contract/docs/api-promises.ts";
import { openApiDocument } from "../upstream/http/openapi.ts";

const file = "contract/docs/released-api.txt";
const current = promisesOf(JSON.parse(JSON.stringify(openApiDocument("https://exchange.example"))));
const broken = breakingChanges(readPromises(readFileSync(file, { encoding: "utf8", flag: "a+" })), current);
if (broken.length > 0) {
  console.error(`This breaks programs that were written for the last release:\n${broken.join("\n")}`);
  process.exit(1);
}
writeFileSync(file, printPromises(current));
