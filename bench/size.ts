import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A production install together with the build, as the image has them. Needs `npm run build` before. */
export async function benchSize(): Promise<void> {
  const { stdout } = await run("bash", ["scripts/prove-start.sh"]);
  console.log(stdout.trim());
}
