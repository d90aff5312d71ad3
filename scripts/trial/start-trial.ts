import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/v4";
import { type ChainCalls, startChain } from "../../tests/support/evm/chain.ts";
import { initSignerFolder, startSigner } from "../../tests/support/evm/signer-process.ts";
import { freePort, type Site, startSite } from "../../tests/support/site/site.ts";
import { fillMarket } from "./fill-market.ts";
import { startTickers, type Tickers } from "./tickers.ts";

/**
 * What other commands need of a trial that runs; kept in its folder. `settings`: of the service, for operator commands; `keys`: the folder
 * of the two people's keys; `tickerPrices`: the file with the prices that were set by hand.
 */
const trialFile = z.object({
  origin: z.string(),
  node: z.string(),
  token: z.string(),
  hot: z.string(),
  gas: z.string(),
  settings: z.record(z.string(), z.string()),
  keys: z.string(),
  tickerPrices: z.string(),
});
export type TrialFacts = z.output<typeof trialFile>;
export type Trial = TrialFacts & { site: Site; chain: ChainCalls; tickers: Tickers; stop(): Promise<void> };

const ether = 10n ** 18n;
/** Caps that a trial seldom reaches; a larger withdrawal shows what needs an operator's approval. */
const signerCaps = {
  coins: { alone: 2n * ether, hour: 8n * ether, day: 20n * ether },
  tokens: { alone: 5_000_000000n, hour: 20_000_000000n, day: 50_000_000000n },
};
/** The newest blocks are a few seconds apart, so that confirmations can be watched. */
export const secondsBetweenBlocks = 2;
const confirmations = "3";

/**
 * Starts a node with a token like USDT, the signer with a key of its own, tickers with constant sample prices, and the
 * built site, with money to pay out. Begins anew: what an earlier trial left in `folder` is deleted. `settings` are added to the site's. Ends with this process.
 */
export async function startTrial(folder: string, settings: Record<string, string> = {}): Promise<Trial> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stopping: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stopping.splice(0).reverse()) await end();
    rmSync(join(folder, fileName), { force: true });
  };
  try {
    const chain = await startChain();
    stopping.push(() => chain.stop());
    const token = await chain.token("ReturnsNothing");
    const signer = initSignerFolder(join(folder, "signer"), { token, ...signerCaps });
    const { stop: stopSigner } = await startSigner(signer);
    stopping.push(() => stopSigner());
    await chain.rpc("evm_setIntervalMining", [secondsBetweenBlocks]);
    const tickerPrices = join(folder, "ticker-prices.json");
    const tickers = await startTickers(tickerPrices);
    stopping.push(() => tickers.stop());
    const port = settings.PORT ?? String(await freePort());
    const ofService = {
      DATA_DIR: join(folder, "data"),
      // The embedded one, for the operator's commands below too.
      DATABASE_URL: "",
      PORT: port,
      // Commands are signed for it.
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      RAILS: "sandbox,evm,paypal-by-hand",
      REAL_RAILS_ON: "test-networks",
      PAYPAL_ENVIRONMENT: "sandbox",
      // Each payment is seen by two people.
      PAYPAL_CONFIRM_ABOVE: "0.01",
      PAYPAL_ACCOUNTS: "shop@kursa.example",
      EVM_RPC_URL: chain.url,
      EVM_CHAIN_ID: "31337",
      EVM_XPUB: signer.xpub,
      EVM_TOKENS: `usdt-erc20=${token}`,
      EVM_CONFIRMATIONS: confirmations,
      SIGNER_SOCKET: signer.socket,
      RATES: "market",
      RATE_FEEDS: tickers.setting,
      ...settings,
    };
    const site = await startSite({ SANDBOX_PACE_MS: "1000", ...ofService }, { isLongLived: true });
    stopping.push(() => site.stop());
    const { hot, gas } = signer;
    const keys = join(folder, "keys");
    const facts: TrialFacts = {
      ...{ origin: site.origin, node: chain.url, token, hot, gas, settings: ofService, keys, tickerPrices },
    };
    await fillMarket(ofService, keys, () => sendFirstMoney(chain, facts));
    writeFileSync(join(folder, fileName), JSON.stringify(facts), { mode: 0o600 });
    return { ...facts, site, chain, tickers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The trial of this folder; undefined where none runs. */
export async function runningTrial(folder: string): Promise<TrialFacts | undefined> {
  const facts = readTrial(folder);
  if (!facts) return undefined;
  const answers = await fetch(`${facts.origin}/healthz`).catch(() => undefined);
  return answers?.ok ? facts : undefined;
}

const fileName = "trial.json";

function readTrial(folder: string): TrialFacts | undefined {
  try {
    return trialFile.parse(JSON.parse(readFileSync(join(folder, fileName), "utf8")));
  } catch {
    return undefined;
  }
}

/** To both of our accounts, as an operator sends it; the number of transfers. */
async function sendFirstMoney(chain: ChainCalls, { token, hot, gas }: TrialFacts): Promise<number> {
  await chain.pay(hot, 10n * ether);
  await chain.pay(gas, 5n * ether);
  await chain.mint(token, hot, 20_000_000000n);
  await chain.mine(Number(confirmations));
  return 3;
}
