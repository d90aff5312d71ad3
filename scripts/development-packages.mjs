/** Before `build`, `dev`, `test` and `check`: says in one line what is missing where npm has left development packages out. */
import { existsSync } from "node:fs";

if (!existsSync("node_modules/tsx")) {
  const why = process.env.NODE_ENV === "production" ? ", which npm leaves out with NODE_ENV=production" : "";
  console.error(`This needs the development packages${why}. Run: npm ci --include=dev`);
  process.exit(1);
}
