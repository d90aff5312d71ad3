import { expect, test } from "vitest";
import { evmNode } from "./node.ts";
import { RefusedByNode } from "./rpc.ts";

const address = `0x${"a".repeat(40)}`;
const [mistyped, tether] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`];

/** A node that has never seen the address; `ofMistyped` answers a call of the mistyped contract, `balance` one of the other. */
const nodeWith = (ofMistyped: () => unknown, balance = "0x0") =>
  evmNode({
    ask: async (calls) =>
      calls.map(({ method, params: [called] }) => {
        if (method !== "eth_call") return method === "eth_chainId" ? "0x1" : "0x0";
        return Object(called).to === mistyped ? ofMistyped() : balance;
      }),
  });
const refusal = (code: number) => () => {
  throw new RefusedByNode("refused", code);
};

test.each([
  ["that is not there", () => "0x"],
  ["that refuses to say a balance", refusal(3)],
  ["that fails", refusal(-32000)],
])("a contract in EVM_TOKENS %s keeps no address from being issued", async (_, ofMistyped) => {
  const isUnused = (balance?: string) => nodeWith(ofMistyped, balance).isUnused(address, [mistyped, tether], 1000);
  expect(await isUnused()).toEqual({ chainId: 1, isUnused: true });
  expect(await isUnused("0x5")).toEqual({ chainId: 1, isUnused: false });
});

test("a node that limits us has said nothing about an address", async () => {
  await expect(nodeWith(refusal(-32005)).isUnused(address, [mistyped, tether], 1000)).rejects.toThrow("refused");
});
