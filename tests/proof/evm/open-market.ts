import { assetCommands } from "../../support/evm/asset-commands.ts";
import { bookFills } from "../../support/evm/book-fills.ts";
import { confirmations, type World } from "./world.ts";

const reason = ["--reason", "proof"];
const terms = ["--margin-bps", "300", "--service-bps", "50", "--payout-fee", "0", "--anyway", ...reason];
const fees = ["--withdraw-fee", "1", "--min-withdraw", "5", "--min-deposit", "5"];
const network = ["--confirmations", "5", "--anyway", ...reason];

const ether = 10n ** 18n;

const typed: readonly string[][] = [
  ...assetCommands({ usdt: [...fees, ...network], eth: network, reason: "proof" }),
  ["reserve", "fund", "paypal-usd", "9000000", "--anyway", ...reason],
  ...pair("usdt-erc20", "paypal-usd", "0.999", "20", "1000"),
  ...pair("paypal-usd", "usdt-erc20", "1.001", "20", "1000"),
  ...pair("paypal-usd", "eth", "0.000356", "50", "1000"),
];

/** As an operator enters it on the first day: two assets of the chain, and pairs with simulated PayPal. */
export async function openMarket({ exchange, node, hot, gas, token }: World): Promise<void> {
  const operator = async (...words: string[]) => {
    const { status, stdout, stderr } = exchange.operator(...words);
    if (status !== 0) throw new Error(`${words.join(" ")}: ${stdout} ${stderr}`);
    return stdout;
  };
  for (const words of typed) await operator(...words);
  const { chain } = node;
  await chain.pay(hot, 500n * ether);
  await chain.pay(gas, 100n * ether);
  await chain.mint(token, hot, 1_000_000_000000n);
  await chain.mine(confirmations);
  await bookFills(operator, 3);
}

function pair(from: string, to: string, rate: string, least: string, most: string): string[][] {
  const id = `${from}_${to}`;
  return [
    ["pairs", "add", from, to, ...reason],
    ["rates", "set", id, rate, "--anyway", ...reason],
    ["pairs", "open", id, "--min-from", least, "--max-from", most, ...terms],
  ];
}
