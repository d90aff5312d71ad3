/**
 * A trial of everything on this machine (docs/trial.md): a node with test money, the signer, and the site on both.
 *
 *   npm run trial                              starts it; Ctrl-C ends it
 *   npm run trial -- pay ADDRESS 100 usdt      sends test money, also eth
 *   npm run trial -- tomorrow                  moves the site's clock 25 hours on
 *   npm run trial -- ticker kraken usdt 0.9    sets a price of one local ticker; "free" instead of it ends that
 *   npm run trial -- operator today            runs an operator's command on it, signed by anna
 *   npm run trial -- colleague tasks list      the same, signed by boris
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { parseAmount } from "../contract/values/decimal.ts";
import { chainAt } from "../tests/support/evm/chain.ts";
import { type Person, signedEnv } from "./trial/fill-market.ts";
import { runningTrial, startTrial, type TrialFacts } from "./trial/start-trial.ts";
import { setTickerPrice, tickerNames, tickerSymbols } from "./trial/tickers.ts";

const folder = resolve(process.env.TRIAL_DIR ?? "data/trial");
const decimals: Readonly<Record<string, number>> = { usdt: 6, eth: 18 };
const overADaySeconds = 25 * 3600;

const [verb, ...args] = process.argv.slice(2);
const fault = await run();
if (fault !== undefined) {
  console.error(fault);
  process.exitCode = 1;
}

/** What to say where it cannot be done. */
async function run(): Promise<string | undefined> {
  const running = await runningTrial(folder);
  if (verb === undefined) return running ? `A trial runs already: ${running.origin}` : start();
  if (!running) return "No trial is running. Start one with: npm run trial";
  if (verb === "pay") return pay(running);
  if (verb === "tomorrow") return tomorrow(running);
  if (verb === "ticker") return ticker(running);
  if (verb === "operator") return operator(running, "anna");
  if (verb === "colleague") return operator(running, "boris");
  return `Unknown: ${verb}. There are pay, tomorrow, ticker, operator and colleague.`;
}

async function start(): Promise<string | undefined> {
  const missing = missingPart();
  if (missing) return missing;
  const starting = startTrial(folder, process.env.PORT ? { PORT: process.env.PORT } : {});
  // Also in the middle of the start: what is started by then ends, too.
  const end = async () => {
    const trial = await starting.catch(() => undefined);
    await trial?.stop();
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void end());
  const trial = await starting;
  trial.tickers.walk();
  console.log(welcome(trial));
}

function missingPart(): string | undefined {
  for (const name of ["@foundry-rs/anvil", "viem"]) {
    try {
      createRequire(import.meta.url).resolve(`${name}/package.json`);
    } catch {
      return `The trial needs the development package ${name}. Run: npm ci --include=dev`;
    }
  }
  const isBuilt = ["build/server/index.js", "build/signer.js", "build/operator.js"].every((file) => existsSync(file));
  if (isBuilt) return undefined;
  console.log("Building what the trial runs.");
  const { status } = spawnSync("npm", ["run", "--silent", "build"], { stdio: ["ignore", "ignore", "inherit"] });
  return status === 0 ? undefined : "The trial runs what is built, and `npm run build` has failed.";
}

function welcome({ origin, node, token, hot }: TrialFacts): string {
  return `
The trial is ready. Nothing here is worth anything, and Ctrl-C ends it; the next start begins anew.

  Website       ${origin}
  Emails        ${origin}/En/mailbox
  Node          ${node}   (chain 31337, a block every two seconds)
  Token         ${token}   (USDT of the trial)
  Hot account   ${hot}
  Prices        made up by three tickers on this machine, in the formats of Kraken, Coinbase and Binance; nobody else is asked

Exchange USDT (ERC20) for USD in PayPal on the website, to any email. Then, in another terminal:
     npm run trial -- pay ADDRESS 100 usdt        what the order's page asks for
     npm run trial -- operator tasks list         what a person has to pay at PayPal
     npm run trial -- operator tasks claim 101
     npm run trial -- operator tasks show 101
     npm run trial -- operator tasks paid 101 --tx 1AB23456CD789012E --amount ... --fee 0 --at ... --account ... --screenshot page.png
     npm run trial -- colleague tasks confirm ... the second person, from the screenshot
The other way round: pay by PayPal invoice, get USDT or ETH: tasks invoiced, tasks received, tasks confirm.

Wallets: sign up (the code is in the mailbox above), open a wallet, pay to its address, withdraw. A new address waits a day:
     npm run trial -- tomorrow
Prices: see what the tickers say, let one lie (it is outvoted, or the pair pauses), and end it:
     npm run trial -- operator rates list
     npm run trial -- ticker kraken usdt 0.9
     npm run trial -- ticker kraken usdt free
Everything else: npm run trial -- operator today, or: evm status, payouts list, reconcile, ledger verify, day close
`;
}

/** Sends from a customer's purse of the node. */
async function pay({ node, token }: TrialFacts): Promise<string | undefined> {
  const [address = "", typed = "", currency = ""] = args;
  const digits = decimals[currency.toLowerCase()];
  if (digits === undefined || !/^0x[0-9a-fA-F]{40}$/.test(address))
    return "Type: npm run trial -- pay ADDRESS 100 usdt (or eth), with an address that begins with 0x";
  const amount = parseAmount(typed, digits);
  if (typeof amount === "string") return `${typed} is not an amount of ${currency}.`;
  const chain = await chainAt(node);
  const from = chain.accounts[1] ?? "";
  const tx =
    currency.toLowerCase() === "eth"
      ? await chain.pay(address, amount, { from })
      : await chain.payToken(token, address, amount, from);
  console.log(`Sent ${typed} ${currency.toUpperCase()} to ${address}: ${tx}`);
}

async function tomorrow({ origin }: TrialFacts): Promise<string | undefined> {
  const body = JSON.stringify({ advance_seconds: overADaySeconds });
  const headers = { "Content-Type": "application/json", "client-id": "trial" };
  const response = await fetch(`${origin}/api/v1/sandbox/clock`, { method: "POST", headers, body });
  if (!response.ok) return `The clock was not moved: ${response.status} ${await response.text()}`;
  console.log("The site's clock is 25 hours on. What waited for a day goes on within seconds.");
}

/** What one of the local tickers answers from now on. */
function ticker({ tickerPrices }: TrialFacts): string | undefined {
  const [nameText, symbolText = "", price = ""] = args;
  const name = tickerNames.find((candidate) => candidate === nameText);
  const symbol = tickerSymbols.find((candidate) => candidate === symbolText.toUpperCase());
  if (!name || !symbol || !/^(?:free|\d{1,12}(?:\.\d{1,18})?)$/.test(price))
    return `Type: npm run trial -- ticker kraken usdt 0.9 (or "free"). There are ${tickerNames.join(", ")} with ${tickerSymbols.join(", ")}.`;
  setTickerPrice(tickerPrices, name, symbol, price === "free" ? null : price);
  console.log(`${name} is asked again within 15 seconds. See: npm run trial -- operator rates list`);
}

function operator({ settings, keys }: TrialFacts, name: Person): undefined {
  const { status } = spawnSync(process.execPath, ["build/operator.js", ...args], {
    env: signedEnv(settings, keys, name),
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
