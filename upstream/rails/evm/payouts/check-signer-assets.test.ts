import { expect, test } from "vitest";
import { signerFault } from "./check-signer-assets.ts";

const contract = "0xdac17f958d2ee523a2206206994597c13d831ec7";
const network = { chainId: 1, native: "eth", tokens: new Map([["usdt-erc20", contract]]) };
const signer = {
  chain: 1,
  assets: {
    eth: { contract: null, gas: 21_000n },
    "usdt-erc20": { contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7", gas: 90_000n },
    "other-erc20": { contract: "0x0000000000000000000000000000000000000001", gas: 900_000n },
  },
};
const withAssets = (assets: object) => ({ ...signer, assets: { ...signer.assets, ...assets } });

test("settings of a signer that has the same contracts and less gas fit, also where it knows more assets", () => {
  expect(signerFault(network, signer)).toBeNull();
  expect(signerFault(network, { chain: 1, assets: {} })).toBeNull();
});

test.each([
  [{ ...signer, chain: 5 }, "its chain is 5 and EVM_CHAIN_ID 1"],
  [
    withAssets({ eth: { contract: null, gas: 30_000n } }),
    "a transfer of eth may use 30000 units of gas and here 21000",
  ],
  [
    withAssets({ "usdt-erc20": { contract, gas: 100_001n } }),
    "a transfer of usdt-erc20 may use 100001 units of gas and here 100000",
  ],
  [
    withAssets({ "usdt-erc20": { contract: "0x0000000000000000000000000000000000000002", gas: 90_000n } }),
    `the contract of usdt-erc20 is 0x0000000000000000000000000000000000000002 and here ${contract}`,
  ],
  [withAssets({ eth: { contract, gas: 21_000n } }), `the contract of eth is ${contract} and here none`],
])("a difference is named: %#", (assets, difference) => {
  expect(signerFault(network, assets)).toBe(`The signer's settings do not fit: ${difference}.`);
});
