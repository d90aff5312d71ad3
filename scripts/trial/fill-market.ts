import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { bookFills } from "../../tests/support/evm/book-fills.ts";

const reason = ["--reason", "the trial"];
const fees = ["--withdraw-fee", "1", "--min-withdraw", "5", "--min-deposit", "5", "--refund-fee", "1"];
const coinFees = [
  "--withdraw-fee",
  "0.001",
  "--min-withdraw",
  "0.01",
  "--min-deposit",
  "0.01",
  "--refund-fee",
  "0.001",
];
const network = ["--confirmations", "3", "--anyway", ...reason];

/** What an operator enters on the first day (docs/operating.md): the two assets of the chain. */
const firstDay: readonly string[][] = [
  [
    "assets",
    "add",
    "usdt-erc20",
    "--symbol",
    "USDT",
    "--name",
    "Tether",
    "--network-label",
    "ERC20",
    "--decimals",
    "6",
  ].concat(fees, network),
  ["assets", "add", "eth", "--symbol", "ETH", "--name", "Ethereum", "--decimals", "18"].concat(coinFees, network),
  ...["usdt-erc20", "eth"].map((asset) => [
    "assets",
    "set",
    asset,
    "--receive",
    "on",
    "--send",
    "on",
    "--anyway",
    ...reason,
  ]),
  // No pair sells them, since the other side would be simulated: their worth, and so a member's limit, rests on these.
  ["rates", "fee", "usdt-erc20", "1", "--anyway", ...reason],
  ["rates", "fee", "eth", "2800", "--anyway", ...reason],
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
