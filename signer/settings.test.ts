import { generateKeyPairSync } from "node:crypto";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { readKey, readSetup } from "./settings-file.ts";
import { newSignerFolder, sampleSettings, sampleToken } from "./testing/signer-files.ts";

const faultsOf = (settings: unknown) => {
  const read = readSettings(JSON.stringify(settings));
  return "faults" in read ? read.faults : [];
};

test("complete settings are read: amounts as minor units, contracts with their checksum", () => {
  const sample = sampleSettings();
  sample.assets.usdt_erc20.contract = sampleToken.toLowerCase();
  const read = readSettings(JSON.stringify(sample));
  if ("faults" in read) throw new Error(read.faults.join(" "));
  expect(read.assets.get("usdt_erc20")).toEqual({
    contract: sampleToken,
    gas: 100_000n,
    alone: 100_000_000n,
    hour: 150_000_000n,
    day: 200_000_000n,
  });
  expect(read.socketMode).toBe("0600");
});

test("all faults are told at once, each with the name of its setting", () => {
  const sample = sampleSettings();
  const { fees: _, ...rest } = sample;
  const wrong = {
    ...rest,
    chain: "1",
    nonce: 7,
    socketMode: "0666",
    assets: {
      eth: { ...sample.assets.eth, alone: "9000000000000000000", color: "blue" },
      usdt_erc20: { ...sample.assets.usdt_erc20, contract: `${sampleToken.slice(0, -1)}4`, gas: 0 },
    },
    topups: { alone: "2", hour: "1", day: "3" },
    operators: { keys: ["abc"], needed: 1 },
  };
  expect(faultsOf(wrong)).toEqual([
    "`chain` must be a whole number from 1 to 1099511627776.",
    '`socketMode` must be "0600" or "0660".',
    "`assets.eth.color` is not a setting.",
    "`assets.eth` must have `alone` not above `hour`, and `hour` not above `day`.",
    "`assets.usdt_erc20.contract` is not an address, or its checksum is wrong.",
    "`assets.usdt_erc20.gas` must be a whole number from 1 to 10000000.",
    "`fees` is missing, or not a group of settings.",
    "`topups` must have `alone` not above `hour`, and `hour` not above `day`.",
    "`operators.keys.0` is not a public key as `operator key show` prints it.",
    "`nonce` is not a setting.",
  ]);
});

test.each([
  ["two coins", { assets: { eth: sampleSettings().assets.eth, other: sampleSettings().assets.eth } }, "exactly one"],
  [
    "one contract of two assets",
    { assets: { ...sampleSettings().assets, usdc_erc20: sampleSettings().assets.usdt_erc20 } },
    "names a contract twice",
  ],
  ["a cap that falls", { assets: { eth: { ...sampleSettings().assets.eth, day: "1" } } }, "not above `day`"],
  ["a tip above the fee", { fees: { ...sampleSettings().fees, tip: "100000000001" } }, "`tip` not above `perGas`"],
  [
    "a fee that no network asks",
    { fees: { ...sampleSettings().fees, perGas: "10000000000001" } },
    "`perGas` not above",
  ],
  ["one fee above the day's", { fees: { ...sampleSettings().fees, day: "1" } }, "`one` not above `day`"],
  ["an amount as a number", { topups: { alone: 1, hour: "1", day: "1" } }, "in quotation marks"],
])("refuses %s", (_, wrong, fault) => {
  expect(faultsOf({ ...sampleSettings(), ...wrong })).toEqual([expect.stringContaining(fault)]);
});

test("refuses more needed operators than keys, and a key that is named twice", () => {
  const key = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const withKeys = (keys: string[], needed: number) => faultsOf({ ...sampleSettings(), operators: { keys, needed } });
  expect(withKeys([key], 2)).toEqual(["`operators` needs more operators than it has keys."]);
  expect(withKeys([key, key], 2)).toEqual(["`operators` names a key twice."]);
  expect(withKeys([key], 1)).toEqual([]);
});

test("refuses text that is not JSON, and a missing file", () => {
  expect(readSettings("{")).toEqual({ faults: ["The settings file is not JSON."] });
  expect(readSetup("/nowhere/signer.json")).toEqual({ faults: ["There is no settings file /nowhere/signer.json."] });
});

test("a key that others may read is refused, together with wrong settings", () => {
  const file = newSignerFolder();
  const key = join(dirname(file), "key");
  chmodSync(key, 0o640);
  expect(readKey({ key })).toEqual({ faults: [`Others may read the key ${key}: chmod 600 ${key}`] });
  writeFileSync(file, JSON.stringify({ ...sampleSettings(), versions: 0 }));
  expect(readSetup(file)).toEqual({
    faults: ["`versions` must be a whole number from 1 to 100.", `Others may read the key ${key}: chmod 600 ${key}`],
  });
});

test("settings that others may write are refused", () => {
  const file = newSignerFolder();
  chmodSync(file, 0o620);
  expect(readSetup(file)).toEqual({ faults: [`Others may write ${file}: chmod 600 ${file}`] });
});

test("a missing key, a public key and any other text are refused", () => {
  const file = newSignerFolder();
  const key = join(dirname(file), "key");
  const read = readKey({ key });
  if ("faults" in read) throw new Error(read.faults.join(" "));
  const fault = { faults: [`${key} is not an extended private key (xprv) of a master or of an account.`] };
  writeFileSync(key, read.xpub);
  expect(readKey({ key })).toEqual(fault);
  writeFileSync(key, "test test test");
  expect(readKey({ key })).toEqual(fault);
  rmSync(key);
  expect(readKey({ key })).toEqual({ faults: [`There is no key file ${key}.`] });
});
