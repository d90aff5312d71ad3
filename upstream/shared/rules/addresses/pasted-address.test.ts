import { describe, expect, test } from "vitest";
import { readPastedAddress } from "./pasted-address.ts";
import { whyUnpayable } from "./unpayable.ts";

const tron = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
const ethereum = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const litecoin = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";
const usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

const groups = (text: string, size: number, sign: string) =>
  text.match(new RegExp(`.{1,${size}}`, "g"))?.join(sign) ?? "";
const read = (network: string, typed: string, id?: string) => readPastedAddress({ network, id }, typed);

describe("an address", () => {
  test.each<[string, string, string]>([
    ["with spaces around", "tron", ` \t${tron}\n`],
    ["in groups", "tron", groups(tron, 4, " ")],
    ["over two lines", "tron", groups(tron, 20, "\r\n")],
    ["with zero-width spaces", "tron", groups(tron, 5, "\u200b")],
    ["between marks of direction", "tron", `\u202a\u2066${tron}\u2069\u202c`],
    ["with a byte order mark", "tron", `\ufeff${tron}`],
    ["with no-break spaces", "tron", groups(tron, 8, "\u00a0")],
    ["in quotes", "tron", `"${tron}"`],
    ["in typographic quotes", "tron", `«“${tron}”»`],
    ["in brackets", "tron", `<${tron}>`],
    ["as code", "tron", `\`${tron}\``],
    ["as TRON's URI", "tron", `tron:${tron}?amount=500`],
    ["as a URI in quotes and groups", "tron", `'tron: ${groups(tron, 4, " ")}'`],
  ])("%s is read", (_form, network, typed) => {
    expect(read(network, typed)).toEqual({ account: tron });
  });

  test.each([
    ["bitcoin", `bitcoin:${bitcoin}?amount=0.01&label=Shop`, bitcoin],
    ["bitcoin", `BITCOIN:${bitcoin.toUpperCase()}?AMOUNT=0.01`, bitcoin],
    ["bitcoin", `bitcoin://${bitcoin}`, bitcoin],
    ["bitcoin", `bitcoin:${bitcoin}?lightning=LNBC10U1P3PJ257`, bitcoin],
    ["litecoin", `litecoin:${litecoin}?amount=1`, litecoin],
    ["ethereum", `ethereum:${ethereum}`, ethereum],
    ["ethereum", `ethereum:${ethereum}@1?value=1e18`, ethereum],
    ["ethereum", `eth:${ethereum}`, ethereum],
    ["ethereum", `ETH: ${ethereum}`, ethereum],
    ["ethereum", `sep:${ethereum}`, ethereum],
    ["ethereum", `ethereum:pay-${ethereum}@0x1`, ethereum],
    ["ethereum", `ethereum:${usdt}@1/transfer?address=${ethereum}&uint256=1`, ethereum],
    ["ethereum", ethereum.replace("0x", "0X"), ethereum],
  ])("of %s is taken out of %s", (network, typed, account) => {
    expect(read(network, typed)).toEqual({ account });
  });

  test.each<[string, string, string, string | undefined]>([
    ["address_network", "tron", `ethereum:${ethereum}`, undefined],
    ["address_network", "ethereum", `ethereum:${ethereum}@56`, undefined],
    ["address_network", "ethereum", `arb1:${ethereum}`, undefined],
    ["address_network", "ethereum", `matic:${ethereum}`, undefined],
    ["address_network", "ethereum", `base:${ethereum}`, undefined],
    ["address_network", "ethereum", `oeth:${ethereum}`, undefined],
    ["address_network", "ethereum", `bnb:${ethereum}`, undefined],
    ["address_network", "tron", `eth:${ethereum}`, undefined],
    ["address_format", "ethereum", `eth:${ethereum.slice(0, -1)}`, undefined],
    ["address_network", "bitcoin", `litecoin:${litecoin}`, undefined],
    ["address_network", "litecoin", `bitcoin:${bitcoin}?amount=1`, undefined],
    ["address_network", "tron", `solana:${tron}`, undefined],
    ["address_asset", "ethereum", `ethereum:${usdt}@1/transfer?address=${ethereum}`, "eth"],
    [
      "address_asset",
      "ethereum",
      `ethereum:0x6B175474E89094C44Da98b954EedeAC495271d0F@1/transfer?address=${ethereum}`,
      "usdt-erc20",
    ],
    ["address_asset", "tron", `tron:${tron}?token=TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8`, "usdt-trc20"],
    ["address_format", "ethereum", `ethereum:${usdt}@1/approve?address=${ethereum}`, "usdt-erc20"],
    [
      "address_lightning",
      "bitcoin",
      "lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4js",
      undefined,
    ],
    ["address_lightning", "bitcoin", "LIGHTNING:LNBC2500U1PVJLUEZPP5", undefined],
    ["address_lightning", "bitcoin", "bitcoin:?lightning=lnbc2500u1pvjluez", undefined],
    ["address_name", "ethereum", "vitalik.eth", undefined],
    ["address_name", "ethereum", "ethereum:vitalik.eth@1", undefined],
    ["address_mweb", "litecoin", "ltcmweb1qqvadq3l0cw3ac4fkkpmgzdqqqdaf", undefined],
    ["address_cash", "bitcoin", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", undefined],
    ["address_cash", "bitcoin", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", undefined],
    ["address_checksum", "tron", groups(`${tron.slice(0, -1)}F`, 4, " "), undefined],
  ])("is refused as %s on %s: %s", (fault, network, typed, id) => {
    expect(read(network, typed, id)).toEqual({ fault });
  });

  test("of a token is taken out of the URI that its wallet makes", () => {
    const uri = `ethereum:${usdt.toLowerCase()}@1/transfer?address=${ethereum}&uint256=5000000`;
    expect(read("ethereum", uri, "usdt-erc20")).toEqual({ account: ethereum });
    const usdc = `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${ethereum}`;
    expect(read("ethereum", usdc, "usdc-erc20"), "a token of EVM_TOKENS").toEqual({ account: ethereum });
    expect(read("ethereum", uri, "usdc-erc20")).toEqual({ fault: "address_asset" });
  });
});

describe("an address that must never be paid", () => {
  test.each([
    ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ["tron", "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8"],
    ["ethereum", usdt],
    ["ethereum", usdt.toLowerCase()],
    ["ethereum", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
  ])("is a token's contract on %s: %s", (network, address) => {
    expect(read(network, address)).toEqual({ fault: "address_token" });
  });

  test.each([
    ["ethereum", `0x${"0".repeat(40)}`],
    ["ethereum", "0x0000000000000000000000000000000000000001"],
    ["ethereum", "0x000000000000000000000000000000000000dEaD"],
    ["ethereum", "0xdEAD000000000000000042069420694206942069"],
    ["ethereum", "0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead"],
    ["ethereum", "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"],
    ["ethereum", "0xffffffffffffffffffffffffffffffffffffffff"],
    ["tron", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"],
    ["tron", "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy"],
    ["bitcoin", "1111111111111111111114oLvT2"],
    ["bitcoin", "1BitcoinEaterAddressDontSendf59kuE"],
    ["bitcoin", "1CounterpartyXXXXXXXXXXXXXXXUWLpVr"],
    ["bitcoin", "1QLbz7JHiBTspS962RLKV8GndWFwi5j6Qr"],
    ["bitcoin", "1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E"],
    ["bitcoin", "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs"],
  ])("has no key on %s: %s", (network, address) => {
    expect(read(network, address)).toEqual({ fault: "address_unowned" });
  });

  test.each([
    ["tron", tron],
    ["ethereum", ethereum],
    ["bitcoin", bitcoin],
    ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
    ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
    ["litecoin", litecoin],
    ["litecoin", "LhK2kQwiaAvhjWY799cZvMyYwnQAcxkarr"],
  ])("is none of those that people have on %s: %s", (network, address) => {
    expect(whyUnpayable(network, address)).toBeNull();
  });
});

describe("an address beside words", () => {
  test.each<[string, string]>([
    ["usdt-trc20", `TRC20: ${tron}`],
    ["usdt-trc20", `USDT (TRC-20): ${tron}`],
    ["usdt-trc20", `Address: ${tron}`],
    ["usdt-trc20", `Адрес: ${tron}`],
    ["usdt-trc20", `Мой адрес USDT TRC20 — ${tron}`],
    ["usdt-trc20", `${tron} (USDT TRC20)`],
    ["usdt-trc20", `TRC20: ${groups(tron, 4, " ")}`],
    ["usdt-trc20", `${tron}.`],
    ["usdt-trc20", `${tron},`],
    ["usdt-trc20", `"${tron}".`],
    ["usdt-trc20", `${tron}。`],
    ["usdt-trc20", `*${tron}*`],
    ["usdt-trc20", tron.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))],
    ["usdt-trc20", `tron:${tron}?token=USDT`],
    ["usdt-trc20", `tron:${tron}?token=usdt&amount=5`],
    ["trx", `tron:${tron}?token=TRX`],
    ["trx", `TRX: ${tron}`],
  ])("of TRON is read for %s: %s", (id, typed) => {
    expect(read("tron", typed, id)).toEqual({ account: tron });
  });

  test.each<[string, string, string]>([
    ["bitcoin", `BTC: ${bitcoin}`, bitcoin],
    ["bitcoin", `bitcoin: ${bitcoin}.`, bitcoin],
    ["bitcoin", `BTC (SegWit) ${bitcoin.toUpperCase()}`, bitcoin],
    ["litecoin", `LTC: ${litecoin}`, litecoin],
    ["ethereum", `ERC20: ${ethereum}`, ethereum],
    ["ethereum", `ETH: ${ethereum}.`, ethereum],
  ])("of %s is read: %s", (network, typed, account) => {
    expect(read(network, typed)).toEqual({ account });
  });

  const secondTron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
  test.each<[string, string, string | undefined]>([
    ["tron", `${tron} ${secondTron}`, "usdt-trc20"],
    ["tron", `TRC20: ${tron}, ${secondTron}`, "usdt-trc20"],
    ["tron", `TRC20: ${tron} ERC20: ${ethereum}`, "usdt-trc20"],
    ["tron", `ERC20: ${tron}`, "usdt-trc20"],
    ["tron", `TRX: ${tron}`, "usdt-trc20"],
    ["tron", `USDC: ${tron}`, "usdt-trc20"],
    ["tron", `not ${tron}`, "usdt-trc20"],
    ["tron", `TRC20: ${tron.slice(0, -1)}F`, "usdt-trc20"],
    ["tron", `tron:${tron}?token=USDC`, "usdt-trc20"],
    ["tron", `tron:${tron}?token=USDT`, "trx"],
    ["tron", `TRC20 tron:${tron}?token=USDC`, "usdt-trc20"],
    ["tron", `https://tronscan.org/#/address/${tron}`, "usdt-trc20"],
    ["ethereum", `BEP20: ${ethereum}`, "usdt-erc20"],
    ["ethereum", `BSC: ${ethereum}`, "usdt-erc20"],
    ["ethereum", `Polygon ${ethereum}`, "usdt-erc20"],
    ["ethereum", `${ethereum} (Arbitrum)`, "usdt-erc20"],
    ["ethereum", `ERC20 or BEP20: ${ethereum}`, "usdt-erc20"],
    ["ethereum", `address: ethereum:${ethereum}@56`, "usdt-erc20"],
    ["bitcoin", "BCH: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "btc"],
    ["bitcoin", "Bitcoin Cash: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "btc"],
    ["tron", "TRC20:", "usdt-trc20"],
  ])("is refused on %s where a word could send it elsewhere: %s", (network, typed, id) => {
    expect(read(network, typed, id)).toHaveProperty("fault");
  });

  test("is no private key", () => {
    const keys = [
      "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
      "KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617",
      "0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d",
    ];
    for (const network of ["tron", "ethereum", "bitcoin", "litecoin"])
      for (const key of keys)
        for (const typed of [key, `Address: ${key}`, `0x${key}`])
          expect(read(network, typed), `${network} ${typed}`).toEqual({ fault: "address_format" });
  });
});
