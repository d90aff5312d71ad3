import { createList } from "../list.ts";
import type { SignRequestBody } from "../protocol/sign-request.ts";
import { readKey, readSetup } from "../settings-file.ts";
import { openSigner, type Signer } from "../signer.ts";
import { newSignerFolder, sampleSettings } from "./signer-files.ts";

/** A receiver outside. */
export const receiver = "0x00000000000000000000000000000000000000AA";

/** The body of a request for 10 USDT to `receiver`, whose destination is confirmed, with some fields of its own. */
export function payoutBody(fields: Partial<SignRequestBody> = {}): SignRequestBody {
  const { to = receiver } = fields;
  const destination = { account: to, amount: null, memo: null };
  const sample = { id: "m1", step: "payout", asset: "usdt_erc20", amount: "10000000", maxFee: "2000000000" } as const;
  return { ...sample, to, destination, ...fields };
}

/** A signer in this process, on a new folder and a clock that stands still until it is moved. */
export function newTestSigner(settings: unknown = sampleSettings()) {
  const file = newSignerFolder(settings);
  const setup = readSetup(file);
  if ("faults" in setup) throw new Error(setup.faults.join(" "));
  const accounts = readKey(setup.files);
  if ("faults" in accounts) throw new Error(accounts.faults.join(" "));
  let now = new Date("2026-01-01T12:00:00.000Z");
  const owner = { chain: setup.settings.chain, hot: accounts.hot.address, gas: accounts.gas.address };
  createList(setup.files.list, { ...owner, at: now.toISOString() });
  const open = (): Signer => openSigner({ ...setup, accounts, now: () => now });
  let signer = open();
  return {
    accounts,
    files: setup.files,
    signer: () => signer,
    /** The word of a refusal, or what was signed. */
    sign: (body: unknown) => {
      const signed = signer.sign(body);
      return "refused" in signed ? signed.refused : signed.entry;
    },
    /** As after a restart. */
    reopen: () => {
      signer.close();
      signer = open();
    },
    moveClock: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    now: () => now,
  };
}
