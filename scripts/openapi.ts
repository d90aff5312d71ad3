/** Writes the OpenAPI document to a file, for the linter and for integrators: `tsx scripts/openapi.ts <file>`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { openApiDocument } from "../upstream/http/openapi.ts";

const file = process.argv[2] ?? "build/openapi.json";
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(openApiDocument("https://exchange.example"), null, 2)}\n`);
