import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { assetCommands } from "../../tests/support/evm/asset-commands.ts";
import { bookFills } from "../../tests/support/evm/book-fills.ts";

const reason = "the trial";
const network = ["--confirmations", "3", "--anyway", "--reason", reason];
/** Options of `assets add`: the same fee for a withdrawal and a refund, the same minimum for a withdrawal and a deposit. */
const feesOf = (fee: string, least: string) =>
  ["--withdraw-fee", fee, "--refund-fee", fee, "--min-withdraw", least, "--min-deposit", least].concat(network);

/** What an operator enters on the first day (docs/operating.md): the two assets of the chain. */
const firstDay: readonly string[][] = [
  ...assetCommands({
    usdt: ["--network-label", "ERC20", ...feesOf("1", "5")],
    eth: feesOf("0.001", "0.01"),
    reason,
  }),
  // No pair sells them, since the other side would be simulated: their worth, and so a member's limit, rests on these.
  ["rates", "fee", "usdt-erc20", "1", "--anyway", "--reason", reason],
  ["rates", "fee", "eth", "2800", "--anyway", "--reason", reason],
];

/** Enters the market of a new trial through the operator's program, beside the running site, and books its first money. */
export async function fillMarket(
  settings: Readonly<Record<string, string>>,
  sendFirstMoney: () => Promise<number>,
): Promise<void> {
  const operator = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, ["build/operator.js", ...words], { env: operatorEnv(settings) }))
      .stdout;
  for (const words of firstDay) await operator(...words);
  await bookFills(operator, await sendFirstMoney());
}

/** The environment of an operator's command on the trial. */
export function operatorEnv(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...settings };
}
