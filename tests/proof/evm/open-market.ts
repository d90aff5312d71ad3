import { assetCommands, paypalCommands } from "../../support/evm/asset-commands.ts";
import { bookFills } from "../../support/evm/book-fills.ts";
import { confirmations, type World } from "./world.ts";

const reason = ["--reason", "proof"];
const terms = ["--margin-bps", "300", "--service-bps", "50", "--payout-fee", "0", "--anyway", ...reason];
const fees = ["--withdraw-fee", "1", "--min-withdraw", "5", "--min-deposit", "5"];
const network = ["--confirmations", "5", "--anyway", ...reason];

const ether = 10n ** 18n;

/** With their rates, which an operator repeats within the hour for as long as nothing else sets them. */
export const pairs = [
  { from: "usdt-erc20", to: "paypal-usd", rate: "0.999", least: "20" },
  { from: "paypal-usd", to: "usdt-erc20", rate: "1.001", least: "20" },
  { from: "paypal-usd", to: "eth", rate: "0.000356", least: "50" },
] as const;

/** Who does what happens at PayPal. */
export type PaypalSide = "simulated" | "by hand";

const fundingCommands: Record<PaypalSide, readonly string[][]> = {
  simulated: [["reserve", "fund", "paypal-usd", "9000000", "--anyway", ...reason]],
  "by hand": paypalCommands("9000000", ["--anyway", ...reason]),
};

const typed = (paypal: PaypalSide): readonly string[][] => [
  ...assetCommands({ usdt: [...fees, ...network], eth: network, reason: "proof" }),
  ...fundingCommands[paypal],
  ...pairs.flatMap(pairCommands),
];

/** As an operator enters it on the first day: two assets of the chain, and pairs with PayPal. */
export async function openMarket(
  { exchange, node, hot, gas, token }: World,
  paypal: PaypalSide = "simulated",
): Promise<void> {
  const operator = async (...words: string[]) => {
    const { status, stdout, stderr } = exchange.operator(...words);
    if (status !== 0) throw new Error(`${words.join(" ")}: ${stdout} ${stderr}`);
    return stdout;
  };
  for (const words of typed(paypal)) await operator(...words);
  const { chain } = node;
  await chain.pay(hot, 500n * ether);
  await chain.pay(gas, 100n * ether);
  await chain.mint(token, hot, 1_000_000_000000n);
  await chain.mine(confirmations);
  await bookFills(operator, 3);
}

function pairCommands({ from, to, rate, least }: (typeof pairs)[number]): string[][] {
  const id = `${from}_${to}`;
  return [
    ["pairs", "add", from, to, ...reason],
    ["rates", "set", id, rate, "--anyway", ...reason],
    ["pairs", "open", id, "--min-from", least, "--max-from", "1000", ...terms],
  ];
}
