import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAddress } from "./address.ts";

const tron = [
  "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
  "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb",
];
// The examples of EIP-55.
const ethereum = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];
// The genesis address, the first script address of the wiki, BIP 173's and BIP 350's examples.
const bitcoin = [
  "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
  "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
];
const litecoin = [
  "LhK2kQwiaAvhjWY799cZvMyYwnQAcxkarr",
  "MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441",
  "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
];
const testnet = [
  "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
  "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
  "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
  "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc",
];
const networks = { tron, ethereum, bitcoin, litecoin };

describe.each(Object.entries(networks))("an address of %s", (network, addresses) => {
  test.each(addresses)("%s is accepted unchanged", (address) => {
    expect(readAddress(network, ` ${address}\n`)).toEqual({ account: read(network, address) });
  });

  test.each(Object.entries(networks).flatMap(([other, theirs]) => (other === network ? [] : theirs)))(
    "%s is refused as another network's",
    (address) => {
      expect(readAddress(network, address)).toEqual({ fault: "address_network" });
    },
  );

  test.each([
    "",
    "hello",
    "a@mail.com",
    "0x",
    "0x123",
    "1",
    "bc1",
    `T${"1".repeat(33)}`,
    "я".repeat(34),
    "1".repeat(500),
  ])("%s is refused", (text) => {
    const reading = readAddress(network, text);
    expect(reading).toEqual({
      fault: network === "tron" && text.startsWith("T1") ? "address_checksum" : "address_format",
    });
  });
});

// No Ethereum address: its checksum is the case of some letters and misses about one typing error in some thousands.
describe.each(Object.entries({ tron, bitcoin, litecoin }))("an address of %s", (network, addresses) => {
  test("with one wrong character is never accepted", () => {
    const wrong = fc.tuple(fc.constantFrom(...addresses), fc.nat(), fc.constantFrom(..."abcdefgh23456789ABCDEFGH"));
    fc.assert(
      fc.property(wrong, ([address, at, letter]) => {
        const position = 4 + (at % (address.length - 4));
        const mistyped = address.slice(0, position) + letter + address.slice(position + 1);
        fc.pre(mistyped !== address);
        expect(readAddress(network, mistyped)).toHaveProperty("fault");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a mistyped address", () => {
  test.each([
    ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"],
    ["ethereum", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"],
    ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
    ["litecoin", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n8"],
    ["litecoin", "LhK2kQwiaAvhjWY799cZvMyYwnQAcxkars"],
    // BIP 350: version 0 with the checksum of later versions, version 1 with that of version 0.
    ["bitcoin", "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"],
    ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"],
  ])("of %s is detected by its checksum: %s", (network, address) => {
    expect(readAddress(network, address)).toEqual({ fault: "address_checksum" });
  });
});

describe("an address of Bitcoin", () => {
  test.each(testnet)("on a test network is refused as another network's: %s", (address) => {
    expect(readAddress("bitcoin", address)).toEqual({ fault: "address_network" });
    expect(readAddress("litecoin", address)).toEqual({ fault: "address_network" });
    expect(readAddress("tron", address)).toEqual({ fault: "address_network" });
  });

  test("in capitals, as in a QR code, is stored in lower case", () => {
    expect(readAddress("bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toEqual({
      account: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    });
  });

  test.each([
    ["mixed case", "bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["a program nobody holds a key for", "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y"],
    ["version 16", "BC1SW50QGDZ25J"],
    ["version 2", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs"],
  ])("that cannot be used is refused: %s", (_why, address) => {
    expect(readAddress("bitcoin", address)).toEqual({ fault: "address_format" });
  });
});

describe("an address of Ethereum", () => {
  test("in lower case gets its checksum added", () => {
    expect(readAddress("ethereum", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).toEqual({
      account: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    });
  });

  test("of all zeros is refused, because it burns the money", () => {
    expect(readAddress("ethereum", `0x${"0".repeat(40)}`)).toEqual({ fault: "address_format" });
  });
});

test("an address of an unsupported network throws", () => {
  expect(() => readAddress("dogecoin", "D")).toThrow("No rule for addresses");
});

function read(network: string, address: string): string {
  const reading = readAddress(network, address);
  if ("fault" in reading) throw new Error(`${address}: ${reading.fault}`);
  // The canonical spelling may change case or spaces, never a character.
  expect(reading.account.toLowerCase()).toBe(address.toLowerCase());
  return reading.account;
}
