import { join } from "node:path";
import { build } from "esbuild";
import packageJson from "../../../package.json" with { type: "json" };
import { type Purse, purse } from "../../support/evm/purse.ts";
import { initSignerFolder, type SignerProcess, startSigner } from "../../support/evm/signer-process.ts";
import { type UnreliableNode, unreliableNode } from "../../support/evm/unreliable-node.ts";
import type { Service as ApiClient } from "../../support/orders/order-steps.ts";
import { answerOf, wireRequest } from "../../support/service/api-client.ts";
import { type ExchangeAtWork, exchangeAtWork } from "../exchange-at-work.ts";
import { type Service, startService } from "../service.ts";

/** Three programs of their own: node, signer and service; each can be killed and started again. */
export type World = {
  exchange: ExchangeAtWork;
  node: UnreliableNode;
  customers: Purse;
  token: string;
  hot: string;
  gas: string;
  client: ApiClient;
  kill: Readonly<Record<Killed, (awayMs: number) => Promise<void>>>;
  /** Runs one after another what changes the chain. */
  onChain<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends the service in order; what it has written can be read then. */
  stopService(): Promise<void>;
  end(): Promise<void>;
};
export type Killed = "service" | "signer" | "node";

export const confirmations = 5;

/** How its service differs from that of the proof of the chain alone, with simulated PayPal: the real program then. */
export type WorldKind = { settings: Readonly<Record<string, string>> };
const unbounded = (amount: bigint) => ({ alone: amount, hour: amount, day: amount });
/** Accounts of the node: the first deploys the token, the last makes reorganisations. */
const customerIndex = 3;

export async function openWorld(database: "pglite" | "postgres", kind?: WorldKind): Promise<World> {
  const program = kind ? "build/upstream.js" : await bundledService();
  const node = await unreliableNode();
  const { chain } = node;
  const token = await chain.token("ReturnsNothing");
  const exchange = await exchangeAtWork(database);
  const caps = { coins: unbounded(10_000n * 10n ** 18n), tokens: unbounded(10n ** 15n) };
  const signer = initSignerFolder(join(exchange.dataDir, "signer"), { token, ...caps });
  await node.save();
  Object.assign(exchange.settings, {
    RAILS: "sandbox,evm",
    REAL_RAILS_ON: "test-networks",
    EVM_RPC_URL: node.url,
    EVM_CHAIN_ID: "31337",
    EVM_XPUB: signer.xpub,
    EVM_TOKENS: `usdt-erc20=${token}`,
    EVM_CONFIRMATIONS: String(confirmations),
    SIGNER_SOCKET: signer.socket,
    // So that addresses with fifty dollars are worth sweeping.
    EVM_FEE_GWEI: "1-3",
    SWEEP_COST_PERCENT: "10",
    LOG_LEVEL: "warn",
    ...kind?.settings,
  });
  let signing: SignerProcess = await startSigner(signer);
  let service: Service = await startService(exchange.settings, { program });
  let last: Promise<unknown> = Promise.resolve();
  const onChain: World["onChain"] = (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    ...{ exchange, node, token, hot: signer.hot, gas: signer.gas, onChain },
    customers: await purse(chain, customerIndex),
    client: {
      async call(name, sent) {
        const ask = () => fetch(wireRequest(name, sent, service.base));
        // A keep-alive connection may close just as it is used again.
        return answerOf(name, await ask().catch(ask));
      },
    },
    kill: {
      async service() {
        await service.kill("SIGKILL");
        service = await startService(exchange.settings, { program });
      },
      async signer(awayMs) {
        await signing.stop("SIGKILL");
        await pause(awayMs);
        signing = await startSigner(signer);
      },
      node: (awayMs) => onChain(() => node.killAndRestart(awayMs)),
    },
    stopService: () => service.kill("SIGTERM"),
    async end() {
      await service.kill("SIGKILL");
      await signing.stop("SIGKILL");
      await node.stop();
      await exchange.end();
    },
  };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** In the build's folder, from where it finds migrations and templates as the real program does. */
async function bundledService(): Promise<string> {
  const program = "build/proof-evm-service.js";
  const outside = Object.keys(packageJson.dependencies);
  await build({
    entryPoints: ["tests/proof/evm/service-program.ts"],
    outfile: program,
    ...({ bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "error" } as const),
    external: outside.flatMap((name) => [name, `${name}/*`]),
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return program;
}
