import { describe, expect, test } from "vitest";
import { RailUnavailable } from "../../ports/rail.ts";
import { readBase58Address } from "../../shared/rules/addresses/base58.ts";
import { readEthereumAddress } from "../../shared/rules/addresses/ethereum.ts";
import { readSegwitAddress } from "../../shared/rules/addresses/segwit.ts";
import { readTronAddress } from "../../shared/rules/addresses/tron.ts";
import { sandboxPayin, sandboxPayinMethods } from "./payin.ts";

const noInvoices = {
  id: "none",
  reconcile: async () => false,
  withdraw: async () => "withdrawn" as const,
  issue: async () => {
    throw new RailUnavailable("No invoices here");
  },
};
const issue = (asset: string, amount: bigint, ref = "7Q2MK9XW3T") => {
  const rail = sandboxPayin(asset, sandboxPayinMethods(asset)[0] ?? "balance", noInvoices);
  return rail.issue({ ref, asset, amount, payer: null, language: "en" });
};

describe("sandbox payment instructions", () => {
  test("on TRON have a valid address without a URI, since wallets support none", async () => {
    const { method, address, uri } = await issue("usdt-trc20", 500_000000n);
    expect(method).toBe("crypto_address");
    expect(readTronAddress(address ?? "")).toEqual({ account: address });
    expect(readBase58Address(address ?? "")?.version).toBe(0x41);
    expect(uri).toBeNull();
  });

  test("on Ethereum have a checksummed address and an ERC-681 URI on a test chain", async () => {
    const ether = await issue("eth", 123_456_789_012_345_678n);
    expect(readEthereumAddress(ether.address ?? "")).toEqual({ account: ether.address });
    expect(ether.uri).toBe(`ethereum:${ether.address}@11155111?value=123456789012345678`);
  });

  test("of a token have no URI, so that the QR code holds the address alone and no wallet pays the contract", async () => {
    const token = await issue("usdt-erc20", 500_000000n);
    expect([readEthereumAddress(token.address ?? ""), token.uri]).toEqual([{ account: token.address }, null]);
  });

  test.each([
    ["btc", "tb", "bitcoin"],
    ["ltc", "tltc", "litecoin"],
  ])("in %s have a test network address and a BIP 21 URI", async (asset, prefix, scheme) => {
    const { address, uri } = await issue(asset, 940000n);
    expect(readSegwitAddress(address ?? "", [prefix])).toMatchObject({ account: address, state: "good" });
    expect(uri).toBe(`${scheme}:${address}?amount=0.0094`);
    expect((await issue(asset, 1_000_000_000n)).uri).toBe(`${scheme}:${address}?amount=10`);
  });

  test("are the same for repeated requests of an order and differ between orders", async () => {
    for (const asset of ["usdt-trc20", "eth", "btc", "ltc"]) {
      expect(await issue(asset, 1000n)).toEqual(await issue(asset, 1000n));
      expect((await issue(asset, 1000n)).address).not.toBe((await issue(asset, 1000n, "0000000001")).address);
    }
  });

  test("are refused for an asset that cannot be simulated", () => {
    expect(() => sandboxPayin("doge", "crypto_address", noInvoices)).toThrow(RailUnavailable);
  });
});
