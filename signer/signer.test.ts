import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseTransaction, recoverTransactionAddress } from "viem";
import { expect, test } from "vitest";
import { approvalText } from "./protocol/approval-text.ts";
import { sampleSettings, sampleToken } from "./testing/signer-files.ts";
import { newTestSigner, payoutBody, receiver } from "./testing/test-signer.ts";

const gwei = 10n ** 9n;
const fee = (amount: bigint) => (amount * gwei).toString();

/** Two operators' keys, and how they approve. */
function newOperators() {
  const pairs = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
  const keys = pairs.map(({ publicKey }) => publicKey.export({ format: "der", type: "spki" }).toString("base64"));
  const until = "2026-01-02T12:00:00.000Z";
  const approve = (operator: number, changed: Partial<Parameters<typeof approvalText>[0]> = {}) => {
    const approved = { id: "m1", asset: "usdt_erc20", to: receiver, amount: 500_000_000n, chain: 31337, until };
    const text = approvalText({ ...approved, ...changed });
    const key = pairs[operator]?.privateKey;
    if (!key) throw new Error(`There is no operator ${operator}`);
    return {
      key: keys[operator] ?? "",
      until: changed.until ?? until,
      signature: signBytes(null, Buffer.from(text), key).toString("base64"),
    };
  };
  const settings = { ...sampleSettings(), operators: { keys, needed: 2 } };
  return { settings, approve };
}

test("builds the transaction itself, from the hot account to the token's contract", async () => {
  const { sign, accounts } = newTestSigner();
  const signed = sign(payoutBody({ to: receiver.toLowerCase() }));
  expect(signed).toMatchObject({ from: accounts.hot.address, to: receiver, nonce: 0, seq: 1 });
  if (typeof signed === "string") throw new Error(signed);
  const bytes = signed.bytes as `0x02${string}`;
  const { type, chainId, to, value, gas, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(bytes);
  expect({ type, chainId, to: to?.toLowerCase(), value, gas, maxFeePerGas, maxPriorityFeePerGas }).toEqual({
    type: "eip1559",
    chainId: 31337,
    to: sampleToken.toLowerCase(),
    value: undefined,
    gas: 100_000n,
    maxFeePerGas: 2n * gwei,
    maxPriorityFeePerGas: gwei,
  });
  expect(await recoverTransactionAddress({ serializedTransaction: bytes })).toBe(accounts.hot.address);
});

test("fields that are not of the protocol have no effect", () => {
  const extra = { nonce: 9, chain: 1, contract: receiver, gas: "1", from: receiver, bytes: "0x02" };
  const [testSigner, secondSigner] = [newTestSigner(), newTestSigner()];
  expect(testSigner.sign({ ...payoutBody(), ...extra })).toEqual(secondSigner.sign(payoutBody()));
});

test("the same id and fee give the same transaction, also after a restart, and no line", () => {
  const { sign, signer, reopen } = newTestSigner();
  const first = sign(payoutBody());
  expect(sign(payoutBody())).toEqual(first);
  reopen();
  expect(sign(payoutBody())).toEqual(first);
  expect(signer().head().seq).toBe(1);
});

test("a fee of 110 % gives a further version at the same nonce, with a tip as much higher", () => {
  const { sign } = newTestSigner();
  const first = sign(payoutBody({ maxFee: fee(10n) }));
  expect(sign(payoutBody({ maxFee: (11n * gwei - 1n).toString() }))).toBe("bump_too_small");
  expect(sign(payoutBody({ maxFee: fee(9n) }))).toBe("bump_too_small");
  expect(sign(payoutBody({ maxFee: fee(11n) }))).toMatchObject({ nonce: 0, seq: 2, tip: (gwei * 11n) / 10n });
  expect(sign(payoutBody({ maxFee: fee(10n) }))).toEqual(first);
  expect(sign(payoutBody({ maxFee: fee(20n) }))).toMatchObject({ nonce: 0, seq: 3, tip: 2n * gwei });
  expect(sign(payoutBody({ maxFee: fee(30n) }))).toBe("too_many_versions");
  expect(sign(payoutBody({ id: "m2" }))).toMatchObject({ nonce: 1 });
});

test.each([
  ["amount", { amount: "10000001" }],
  ["receiver", { to: "0x00000000000000000000000000000000000000bb" }],
  ["asset", { asset: "eth" }],
])("an id with another %s is taken", (_, changed) => {
  const { sign } = newTestSigner();
  sign(payoutBody());
  expect(sign(payoutBody(changed))).toBe("id_taken");
});

test.each([
  ["no object", "malformed", 7],
  ["a missing field", "malformed", { ...payoutBody(), amount: undefined }],
  ["an amount with a sign", "malformed", payoutBody({ amount: "-1" })],
  ["an amount of nothing", "malformed", payoutBody({ amount: "0" })],
  ["an amount of more than 256 bits", "malformed", payoutBody({ amount: (1n << 256n).toString() })],
  ["a fraction", "malformed", payoutBody({ amount: "1.5" })],
  ["an unknown step", "malformed", { ...payoutBody(), step: "gift" }],
  ["a wrong checksum", "malformed", payoutBody({ to: "0x00000000000000000000000000000000000000Aa" })],
  ["an address that is too short", "malformed", payoutBody({ to: "0xaa" })],
  ["the zero address", "malformed", payoutBody({ to: `0x${"0".repeat(40)}` })],
  ["a token's own contract", "malformed", payoutBody({ to: sampleToken })],
  ["a payout with a deposit address", "malformed", payoutBody({ deposit: 1 })],
  ["an unknown asset", "asset", payoutBody({ asset: "doge" })],
  ["a fee above the cap for a unit of gas", "fee_cap", payoutBody({ maxFee: fee(101n) })],
  ["another receiver than confirmed", "destination", payoutBody({ destination: confirmed({ account: sampleToken }) })],
  ["another amount than confirmed", "destination", payoutBody({ destination: confirmed({ amount: "9" }) })],
  ["a memo, which is not carried", "destination", payoutBody({ destination: confirmed({ memo: "7" }) })],
  ["no confirmed destination", "needs_operator", { ...payoutBody(), destination: undefined }],
  ["an operator's word", "needs_operator", payoutBody({ byOperator: true })],
  ["more than alone", "needs_operator", payoutBody({ amount: "100000001" })],
])("refuses %s: %s, without a nonce and a line", (_, word, body) => {
  const { sign, signer } = newTestSigner();
  expect(sign(body)).toBe(word);
  expect(signer().head().seq).toBe(0);
  expect(sign(payoutBody())).toMatchObject({ nonce: 0 });
});

function confirmed(changed: { account?: string; amount?: string; memo?: string }) {
  return { account: receiver, amount: null, memo: null, ...changed };
}

test("a fee above the cap of one transaction is refused", () => {
  const sample = sampleSettings();
  const { sign } = newTestSigner({ ...sample, fees: { ...sample.fees, one: (100_000n * 5n * gwei).toString() } });
  expect(sign(payoutBody({ maxFee: fee(5n) }))).toMatchObject({ nonce: 0 });
  expect(sign(payoutBody({ id: "m2", maxFee: (5n * gwei + 1n).toString() }))).toBe("fee_cap");
});

test("fees of a day: of versions the dearest counts, and it counts for 24 hours", () => {
  const sample = sampleSettings();
  // Room for 30 gwei for each unit of gas of two transfers.
  const day = (100_000n * 30n * gwei).toString();
  const { sign, moveClock } = newTestSigner({ ...sample, fees: { ...sample.fees, one: day, day } });
  sign(payoutBody({ maxFee: fee(10n) }));
  expect(sign(payoutBody({ maxFee: fee(20n) }))).toMatchObject({ seq: 2 });
  expect(sign(payoutBody({ id: "m2", maxFee: fee(11n) }))).toBe("fee_cap_day");
  expect(sign(payoutBody({ id: "m2", maxFee: fee(10n) }))).toMatchObject({ seq: 3 });
  expect(sign(payoutBody({ maxFee: fee(30n) }))).toBe("fee_cap_day");
  moveClock(24 * 60 + 1);
  expect(sign(payoutBody({ maxFee: fee(30n) }))).toMatchObject({ seq: 4 });
});

test("caps of an hour and a day are rolling sums over the list, for each asset alone", () => {
  const { sign, moveClock, reopen } = newTestSigner();
  const pay = (id: string, amount: string) => sign(payoutBody({ id, amount }));
  pay("m1", "100000000");
  expect(pay("m2", "50000001")).toBe("cap_hour");
  expect(pay("m3", "50000000")).toMatchObject({ nonce: 1 });
  expect(sign(payoutBody({ id: "m4", asset: "eth", amount: (10n ** 18n).toString() }))).toMatchObject({ nonce: 2 });
  moveClock(61);
  reopen();
  expect(pay("m5", "50000001")).toBe("cap_day");
  expect(pay("m6", "50000000")).toMatchObject({ nonce: 3 });
  // A clock that was set back gives nothing back.
  moveClock(-48 * 60);
  expect(pay("m7", "1")).toBe("cap_day");
  moveClock(48 * 60 + 24 * 60);
  expect(pay("m8", "100000000")).toMatchObject({ nonce: 4 });
});

test("a version counts as a fee only, although the day is used up", () => {
  const { sign } = newTestSigner();
  sign(payoutBody({ id: "m1", amount: "100000000" }));
  sign(payoutBody({ id: "m2", amount: "50000000" }));
  expect(sign(payoutBody({ id: "m3", amount: "1" }))).toBe("cap_hour");
  expect(sign(payoutBody({ id: "m1", amount: "100000000", maxFee: fee(3n) }))).toMatchObject({ nonce: 0, seq: 3 });
});

test("above its cap, a payout needs the approvals of as many operators as the settings say", () => {
  const { settings, approve } = newOperators();
  const { sign, moveClock } = newTestSigner(settings);
  const large = (approvals: ReturnType<typeof approve>[]) => sign(payoutBody({ amount: "500000000", approvals }));
  expect(large([approve(0)])).toBe("needs_operator");
  expect(large([approve(0), approve(0)])).toBe("needs_operator");
  for (const changed of [{ id: "m2" }, { to: sampleToken }, { amount: 1n }, { asset: "eth" }, { chain: 1 }])
    expect(large([approve(0), approve(1, changed)])).toBe("needs_operator");
  expect(large([approve(0), { ...approve(1), until: "2027-01-01T00:00:00.000Z" }])).toBe("needs_operator");
  expect(large([approve(0), approve(1, { until: "2026-01-01T12:00:00.000Z" })])).toBe("needs_operator");
  const other = newOperators();
  expect(large([other.approve(0), other.approve(1)])).toBe("needs_operator");
  moveClock(60);
  expect(large([approve(0), approve(1)])).toMatchObject({ nonce: 0, isApproved: true });
  // What operators have approved leaves the caps of the others as they were.
  expect(sign(payoutBody({ id: "m2", amount: "100000000" }))).toMatchObject({ nonce: 1 });
});

test("approvals do not lift what the confirmed destination says", () => {
  const { settings, approve } = newOperators();
  const { sign } = newTestSigner(settings);
  const destination = confirmed({ account: sampleToken });
  const approvals = [approve(0), approve(1)];
  expect(sign(payoutBody({ amount: "500000000", approvals, destination }))).toBe("destination");
  expect(sign({ ...payoutBody({ amount: "500000000", approvals }), destination: undefined })).toMatchObject({ seq: 1 });
});

test("a top-up goes from the gas account to the derived deposit address, within its own caps", () => {
  const { sign, accounts, moveClock } = newTestSigner();
  const hundredth = 10n ** 16n;
  const topup = (id: string, amount = hundredth, changed = {}) => {
    const fields = { id, step: "topup", asset: "eth", to: accounts.deposit(5).address, deposit: 5 } as const;
    return sign({ ...fields, amount: amount.toString(), maxFee: fee(1n), ...changed });
  };
  expect(topup("s1", hundredth, { to: receiver })).toBe("malformed");
  expect(topup("s1", hundredth, { deposit: 6 })).toBe("malformed");
  expect(topup("s1", hundredth, { deposit: undefined })).toBe("malformed");
  expect(topup("s1", hundredth, { asset: "usdt_erc20" })).toBe("malformed");
  expect(topup("s1", hundredth + 1n)).toBe("needs_operator");
  expect(topup("s1")).toMatchObject({ from: accounts.gas.address, to: accounts.deposit(5).address, nonce: 0 });
  expect(topup("s2")).toMatchObject({ nonce: 1 });
  expect(topup("s3")).toBe("cap_hour");
  moveClock(61);
  expect([topup("s3"), topup("s4")]).toMatchObject([{ nonce: 2 }, { nonce: 3 }]);
  moveClock(61);
  expect([topup("s5"), topup("s6")]).toMatchObject([{ nonce: 4 }, "cap_day"]);
  // Payouts have caps and nonces of their own.
  expect(sign(payoutBody({ asset: "eth", amount: (10n ** 18n).toString() }))).toMatchObject({ nonce: 0 });
});

test("a sweep goes from the derived deposit address to the hot account only, and no cap counts it", () => {
  const { sign, accounts } = newTestSigner();
  const sweep = (deposit: number, changed = {}) => {
    const fields = { id: "s1", step: "sweep", asset: "usdt_erc20", to: accounts.hot.address, deposit } as const;
    return sign({ ...fields, amount: "9000000000", maxFee: fee(1n), ...changed });
  };
  expect(sweep(3, { to: receiver })).toBe("malformed");
  expect(sweep(3, { to: accounts.gas.address })).toBe("malformed");
  expect(sweep(3)).toMatchObject({ from: accounts.deposit(3).address, to: accounts.hot.address, nonce: 0 });
  expect(sweep(4)).toMatchObject({ from: accounts.deposit(4).address, nonce: 0 });
  expect(sweep(3, { id: "s2" })).toMatchObject({ from: accounts.deposit(3).address, nonce: 1 });
  expect(sweep(3, { amount: "1" })).toBe("id_taken");
  expect(sign(payoutBody({ amount: "100000000" }))).toMatchObject({ nonce: 0 });
});

test("while STOP lies beside the key nothing is signed, not even again; the list can be read", () => {
  const { sign, signer, files } = newTestSigner();
  sign(payoutBody());
  writeFileSync(files.stop, "");
  expect(sign(payoutBody())).toBe("stopped");
  expect(sign(payoutBody({ id: "m2" }))).toBe("stopped");
  expect(signer().signedAfter(0)).toHaveLength(1);
  rmSync(files.stop);
  expect(sign(payoutBody({ id: "m2" }))).toMatchObject({ nonce: 1 });
});

test("the list of another chain or key is refused at start", () => {
  const { files, reopen } = newTestSigner();
  const other = newTestSigner({ ...sampleSettings(), chain: 1 });
  writeFileSync(files.list, readFileSync(other.files.list));
  expect(reopen).toThrow("not of this key and chain");
});

test("a check refuses the same, and takes no nonce", () => {
  const { sign, signer } = newTestSigner();
  expect(signer().check(payoutBody())).toBeUndefined();
  expect(signer().check(payoutBody({ amount: "100000001" }))).toMatchObject({ refused: "needs_operator" });
  expect(signer().head().seq).toBe(0);
  expect(sign(payoutBody({ id: "m2" }))).toMatchObject({ nonce: 0 });
});

test("what was signed is handed out behind a number, in its order", () => {
  const { sign, signer } = newTestSigner();
  for (const id of ["m1", "m2", "m3"]) sign(payoutBody({ id }));
  expect(
    signer()
      .signedAfter(1)
      .map(({ id, seq }) => [id, seq]),
  ).toEqual([
    ["m2", 2],
    ["m3", 3],
  ]);
  expect(signer().signedAfter(3)).toEqual([]);
  expect(signer().lineAt(3)).toBe(signer().head().head);
  expect(signer().lineAt(4)).toBeUndefined();
});
