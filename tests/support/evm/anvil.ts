import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { endWithParent } from "../end-with-parent.ts";
import { freePort } from "../site/site.ts";

export type Anvil = {
  url: string;
  process: ChildProcess;
  /** One JSON-RPC call. Throws an error with the node's message where it refuses. */
  rpc<Result = unknown>(method: string, params?: readonly unknown[]): Promise<Result>;
  stop(): Promise<void>;
};

const platforms: Readonly<Record<string, string>> = { linux: "linux", darwin: "darwin", win32: "win32" };
const processors: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * A fresh Ethereum node of its own: blocks are mined only when a test asks for it, `finalized` is two blocks behind the newest.
 * It ends with the test process. Past some hundred blocks it gets slow: one for each test file.
 */
export async function startAnvil(options: readonly string[] = [], chosenPort?: number): Promise<Anvil> {
  const port = chosenPort ?? (await freePort());
  const fixed = ["--port", String(port), "--silent", "--no-mining", "--slots-in-an-epoch", "1", "--order", "fifo"];
  const child = spawn(program(), [...fixed, ...options], { stdio: "ignore" });
  endWithParent(child);
  const url = `http://127.0.0.1:${port}`;
  const rpc = nodeCaller(url);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}`);
    const isUp = await rpc("eth_chainId").then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    rpc,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** The program itself: the package's own start script would stay between us and it. */
function program(): string {
  const require = createRequire(import.meta.url);
  const start = require.resolve("@foundry-rs/anvil/package.json");
  const name = `@foundry-rs/anvil-${platforms[process.platform]}-${processors[process.arch]}`;
  const folder = dirname(createRequire(start).resolve(`${name}/package.json`));
  return join(folder, "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
}

/** The JSON-RPC calls of a node that runs already. */
export function nodeCaller(url: string): Anvil["rpc"] {
  return async <Result>(method: string, params: readonly unknown[] = []) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: Result; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
}
