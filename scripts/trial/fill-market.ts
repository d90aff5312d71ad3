import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod/v4";
import { assetCommands, paypalCommands } from "../../tests/support/evm/asset-commands.ts";
import { bookFills } from "../../tests/support/evm/book-fills.ts";

const because = ["--anyway", "--reason", "the trial"];
const network = ["--confirmations", "3", ...because];
/** Options of `assets add`: the same fee for a withdrawal and a refund, the same minimum for a withdrawal and a deposit. */
const feesOf = (fee: string, least: string) =>
  ["--withdraw-fee", fee, "--refund-fee", fee, "--min-withdraw", least, "--min-deposit", least].concat(network);

const pairs = [
  { from: "usdt-erc20", to: "paypal-usd", least: "20", most: "1000" },
  { from: "eth", to: "paypal-usd", least: "0.01", most: "0.5" },
  { from: "paypal-usd", to: "usdt-erc20", least: "20", most: "1000" },
  { from: "paypal-usd", to: "eth", least: "20", most: "1000" },
] as const;
const terms = ["--margin-bps", "300", "--service-bps", "50", "--payout-fee", "0"];

/** What an operator enters on the first day (docs/operating.md): the assets of the chain, money at PayPal, and the directions. */
const firstDay: readonly string[][] = [
  ...assetCommands({
    usdt: ["--network-label", "ERC20", "--shown-decimals", "2", ...feesOf("1", "5")],
    eth: feesOf("0.001", "0.01"),
    reason: "the trial",
  }),
  ...paypalCommands("20000", because),
  ...pairs.map(({ from, to }) => ["pairs", "add", from, to, "--reason", "the trial"]),
];
/** Once there is money to pay out, and the market has a price. */
const opening = pairs.map(({ from, to, least, most }) =>
  ["pairs", "open", `${from}_${to}`, ...terms, "--min-from", least, "--max-from", most].concat(because),
);

/** The two people of a trial, in the order in which they are enrolled; what one enters the other confirms. */
const people = ["anna", "boris"] as const;
export type Person = (typeof people)[number];

type Settings = Readonly<Record<string, string>>;

/**
 * Enters the market of a new trial through the operator's program, beside the running site, books its first money, and enrols
 * the two people, whose keys are then in `keys`.
 */
export async function fillMarket(
  settings: Settings,
  keys: string,
  sendFirstMoney: () => Promise<number>,
): Promise<void> {
  const operator = async (...words: string[]) => runOperator(operatorEnv(settings), words);
  for (const words of firstDay) await operator(...words);
  await bookFills(operator, await sendFirstMoney());
  await untilPriced(operator);
  for (const words of opening) await operator(...words);
  await enrol(settings, keys);
}

const rateRows = z.object({
  data: z.object({ pairs: z.array(z.object({ pair: z.string(), market: z.string().nullish() })) }),
});
const looks = 60;

/** The site asks its sources within seconds of the first pair. */
async function untilPriced(operator: (...words: string[]) => Promise<string>): Promise<void> {
  const names = new Set(pairs.map(({ from, to }) => `${from}_${to}`));
  for (let look = 0; look < looks; look += 1) {
    const { data } = rateRows.parse(JSON.parse(await operator("--json", "rates", "list")));
    const priced = data.pairs.filter(({ pair, market }) => names.has(pair) && market);
    if (priced.length === names.size) return;
    await wait(500);
  }
  throw new Error("The site has no price of its sources");
}

const created = z.object({ data: z.object({ public_key: z.string() }) });

/** From here on commands are signed. The first person is added on the machine, the second one by the first. */
async function enrol(settings: Settings, keys: string): Promise<void> {
  mkdirSync(keys, { mode: 0o700 });
  writeFileSync(join(keys, "passphrase"), "five random words of a trial\n", { mode: 0o600 });
  for (const [index, name] of people.entries()) {
    const { OPERATOR_KEY_FILE: keyFile = "", ...operatorEnv } = signedEnv(settings, keys, name);
    const printed = await runOperator(operatorEnv, [
      "--json",
      "--passphrase-file",
      join(keys, "passphrase"),
      "key",
      "create",
      keyFile,
    ]);
    const { public_key: publicKey } = created.parse(JSON.parse(printed)).data;
    const adding = ["staff", "add", name, "--role", "owner", "--public-key", publicKey, "--reason", "the trial"];
    await runOperator(index === 0 ? operatorEnv : signedEnv(settings, keys, people[0]), adding);
  }
}

/** Runs the built program; returns what it prints, and throws where the command is refused. */
export async function runOperator(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, ["build/operator.js", ...words], { env })).stdout;
}

/** The environment of an operator's command on the trial. */
function operatorEnv(settings: Settings): NodeJS.ProcessEnv {
  return { ...process.env, ...settings };
}

/** The same for one of the two people, whose key signs. */
export function signedEnv(settings: Settings, keys: string, name: Person): NodeJS.ProcessEnv {
  const files = { OPERATOR_KEY_FILE: join(keys, `${name}.key`), OPERATOR_PASSPHRASE_FILE: join(keys, "passphrase") };
  return { ...operatorEnv(settings), ...files };
}
