import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startProgram } from "./program.ts";

let other: Server | undefined;
afterEach(() => other?.close());

test("a bench refuses a port on which another process listens, before it starts its own", async () => {
  other = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  // Whatever is started there would end at once.
  const started = startProgram(["-e", "process.exit(3)"], { PORT: String(port) }, "/");
  await expect(started).rejects.toThrow(`Another process listens on port ${port}, and would be measured instead`);
});
