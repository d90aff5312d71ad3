import { expect, test } from "vitest";
import type { Wallet } from "../../../contract/balance/wallets.ts";
import { byWorth } from "./wallets.server.ts";

const wallet = (asset: string, worth: string | null): Wallet => ({
  asset,
  worth,
  posted: "1",
  available: "1",
  settling: "0",
  settles_at: null,
  held: "0",
  pending: "0",
  debt: "0",
  deposit: null,
  created_at: "2026-11-21T09:00:00.000Z",
});

test("wallets are listed by worth, those without a rate last", () => {
  const list = [wallet("ltc", null), wallet("eth", "9.50"), wallet("btc", "118.20"), wallet("usdt-trc20", "20.00")];
  expect(byWorth(list).map(({ asset }) => asset)).toEqual(["btc", "usdt-trc20", "eth", "ltc"]);
});
