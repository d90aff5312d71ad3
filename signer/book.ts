import type { Entry } from "./list-line.ts";
import type { SignRequest } from "./protocol/sign-request.ts";

/** What one transaction is for, however many versions of it are signed. */
type Purpose = Pick<SignRequest, "id" | "step"> & { deposit?: number | null | undefined };

/** Sums over what was signed since a moment. */
type Sums = {
  /** Minor units of an asset that one step has moved without operators' approval. */
  moved(step: Entry["step"], asset: string, since: Date): bigint;
  /** Wei of fees at most, of all steps. Of versions at one nonce, the dearest: only one of them can be mined. */
  fees(since: Date, except?: Purpose): bigint;
};

/** The entries of the list, as decisions need them. */
export type Book = Sums & {
  add(entry: Entry): void;
  /** All versions signed for a purpose, the oldest first. */
  versions(purpose: Purpose): readonly Entry[];
  nextNonce(from: string): number;
  lastAt(): Date | undefined;
};

export function openBook(entries: readonly Entry[]): Book {
  const byPurpose = new Map<string, Entry[]>();
  const nonces = new Map<string, number>();
  const all: Entry[] = [];
  const versions = (purpose: Purpose) => byPurpose.get(keyOf(purpose)) ?? [];
  const add = (entry: Entry) => {
    all.push(entry);
    byPurpose.set(keyOf(entry), [...versions(entry), entry]);
    nonces.set(entry.from, Math.max(nonces.get(entry.from) ?? 0, entry.nonce + 1));
  };
  for (const entry of entries) add(entry);
  return {
    add,
    versions,
    nextNonce: (from) => nonces.get(from) ?? 0,
    lastAt: () => dateOf(all.at(-1)),
    moved(step, asset, since) {
      const isCounted = (entry: Entry) =>
        entry.step === step && entry.asset === asset && !entry.isApproved && versions(entry)[0] === entry;
      return newest(all, since)
        .filter(isCounted)
        .reduce((sum, { amount }) => sum + amount, 0n);
    },
    fees(since, except) {
      const dearest = new Map<string, bigint>();
      for (const entry of newest(all, since)) {
        const fee = entry.gas * entry.maxFee;
        if (fee > (dearest.get(keyOf(entry)) ?? 0n)) dearest.set(keyOf(entry), fee);
      }
      if (except) dearest.delete(keyOf(except));
      return [...dearest.values()].reduce((sum, fee) => sum + fee, 0n);
    },
  };
}

const keyOf = ({ id, step, deposit }: Purpose): string => `${step}:${deposit ?? ""}:${id}`;
const dateOf = (entry: Entry | undefined) => (entry ? new Date(entry.at) : undefined);

/** Times never fall along the list. */
function newest(all: readonly Entry[], since: Date): Entry[] {
  const after = since.toISOString();
  let from = all.length;
  for (; from > 0; from -= 1) {
    const before = all[from - 1];
    if (!before || before.at < after) break;
  }
  return all.slice(from);
}
