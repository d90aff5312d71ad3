import { expect, test } from "vitest";
import { chosenAsset } from "./chosen-asset.ts";

const asset = (id: string, symbol: string) => ({
  id,
  symbol,
  name: symbol,
  network: null,
  network_label: null,
  kind: "crypto" as const,
  decimals: 6,
  shown_decimals: 2,
  monitor_code: symbol,
  needs_memo: false,
  explorer_tx: null,
  confirmations: 1,
  receive_enabled: true,
  send_enabled: true,
  reserve: "0",
  manual_approval_above: null,
});
const assets = {
  "usdt-trc20": asset("usdt-trc20", "USDT"),
  "usdt-erc20": asset("usdt-erc20", "USDT"),
  btc: asset("btc", "BTC"),
};
const currencies = Object.keys(assets).map((id) => ({ asset: id }));
const chosen = (query: string) => chosenAsset(new URLSearchParams(query), currencies, assets);

test("the deposit page shows the chosen network, and the first one without a choice", () => {
  expect(chosen("")).toBe("usdt-trc20");
  expect(chosen("asset=btc")).toBe("btc");
  expect(chosen("currency=USDT&asset=usdt-erc20")).toBe("usdt-erc20");
});

test("a new currency wins over the network of the old one", () => {
  expect(chosen("currency=BTC&asset=usdt-erc20")).toBe("btc");
  expect(chosen("currency=USDT&asset=btc")).toBe("usdt-trc20");
});

test("an unknown currency or network shows no other", () => {
  expect(chosen("asset=doge")).toBeNull();
  expect(chosen("currency=DOGE&asset=btc")).toBeNull();
});
