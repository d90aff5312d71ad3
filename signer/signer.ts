import { existsSync } from "node:fs";
import type { Accounts } from "./accounts.ts";
import { openBook } from "./book.ts";
import { type Decision, decide, type Refused } from "./decide.ts";
import { BrokenList, openList } from "./list.ts";
import type { Entry } from "./list-line.ts";
import { type SignerAssets, type SignerHead, signedAtOnce } from "./protocol/answers.ts";
import type { SignerSettings } from "./settings.ts";
import type { SignerFiles } from "./settings-file.ts";
import { signTransfer } from "./transaction.ts";

export type Signer = {
  /**
   * Decides about the body of `POST /sign`, and signs. What it returns is on the disk. Throws where that is not certain: then
   * the process must end.
   */
  sign(body: unknown): Refused | { entry: Entry; isNew: boolean };
  /** Whether `sign` would refuse this now. It takes no nonce and writes nothing. */
  check(body: unknown): Refused | undefined;
  head(): SignerHead;
  /** The hash of the line of a transaction, of the first line for 0; undefined behind the end. */
  lineAt(seq: number): string | undefined;
  /** The next entries after a number, the oldest first. */
  signedAfter(seq: number): readonly Entry[];
  /** Chain and assets of the signer's settings; the service compares them with its own. */
  assets(): SignerAssets;
  /** Of an unfinished line that a crash had left. */
  cutBytes: number;
  close(): void;
};

export type SignerParts = { settings: SignerSettings; files: SignerFiles; accounts: Accounts; now: () => Date };

/** Opens the list. Throws `BrokenList` where it is missing, changed, or of another chain or key. */
export function openSigner({ settings, files, accounts, now }: SignerParts): Signer {
  const list = openList(files.list);
  const { chain, hot, gas } = list.owner;
  if (chain !== settings.chain || hot !== accounts.hot.address || gas !== accounts.gas.address)
    throw new BrokenList(`${files.list} is the list of ${hot} on chain ${chain}, not of this key and chain.`);
  const book = openBook(list.entries);
  const account = (step: Entry["step"], deposit: number | null) => {
    if (step === "sweep") return accounts.deposit(deposit ?? 0);
    return step === "topup" ? accounts.gas : accounts.hot;
  };
  const decideNow = (body: unknown): { decision: Decision; at: Date } => {
    const at = notBefore(book.lastAt(), now());
    const reason = `${files.stop} is there: nothing is signed.`;
    const isStopped = existsSync(files.stop);
    return {
      at,
      decision: isStopped ? { refused: "stopped", reason } : decide({ settings, accounts, book }, body, at),
    };
  };
  return {
    check(body) {
      const { decision } = decideNow(body);
      return "refused" in decision ? decision : undefined;
    },
    sign(body) {
      const { decision, at } = decideNow(body);
      if ("refused" in decision) return decision;
      if ("existing" in decision) return { entry: decision.existing, isNew: false };
      const { transfer, purpose } = decision;
      const { amount, nonce, gas, maxFee, tip } = transfer;
      const signed = signTransfer(transfer, account(purpose.step, purpose.deposit));
      const added = { ...purpose, amount, nonce, gas, maxFee, tip, ...signed, at: at.toISOString() };
      const entry = list.append(added);
      book.add(entry);
      return { entry, isNew: true };
    },
    head: list.head,
    lineAt: (seq) => (seq === 0 ? list.owner.hash : list.entries[seq - 1]?.hash),
    signedAfter: (seq) => list.entries.slice(seq, seq + signedAtOnce),
    assets: () => ({
      chain: settings.chain,
      assets: Object.fromEntries([...settings.assets].map(([id, { contract, gas }]) => [id, { contract, gas }])),
    }),
    cutBytes: list.cutBytes,
    close: list.close,
  };
}

/** A clock that was set back must not empty the caps. */
const notBefore = (last: Date | undefined, now: Date): Date => (last && last > now ? last : now);
