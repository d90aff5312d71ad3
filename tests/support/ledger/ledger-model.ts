import type { Booking, TransferRequest } from "../../../upstream/ledger/rules/booking.ts";

type Entry = Pick<TransferRequest, "debit" | "credit" | "asset" | "amount">;

/**
 * An independent, simple model of the ledger's rules: a list of transfers, the open holds, and balances summed up each
 * time.
 */
export class ModelLedger {
  #moved: Entry[] = [];
  #open = new Map<string, Entry>();
  #done = new Set<string>();

  /** The refusal's code, or "ok"; a refusal changes nothing. */
  book(bookings: readonly Booking[]): string {
    const before = [this.#moved.slice(), new Map(this.#open), new Set(this.#done)] as const;
    const assets = new Set<string>();
    for (const booking of bookings) {
      const refusal = this.#bookOne(booking, assets);
      if (refusal === undefined) continue;
      [this.#moved, this.#open, this.#done] = before;
      return refusal;
    }
    for (const asset of assets) this.#repay(asset);
    return "ok";
  }

  /** Balance and available amount of every account used. */
  balances(): Map<string, { posted: bigint; free: bigint }> {
    const names = [...this.#moved, ...this.#open.values()].flatMap(({ debit, credit }) => [debit, credit]);
    return new Map([...new Set(names)].map((name) => [name, { posted: this.#posted(name), free: this.free(name) }]));
  }

  free(name: string): bigint {
    const out = growsByDebit(name) ? "credit" : "debit";
    return this.#posted(name) - total([...this.#open.values()].filter((entry) => entry[out] === name));
  }

  openPromises(): [string, bigint][] {
    return [...this.#open].map(([id, { amount }]) => [id, amount]);
  }

  #bookOne(booking: Booking, assets: Set<string>): string | undefined {
    if (this.#done.has(booking.id)) return undefined;
    if ("debit" in booking) {
      if (booking.do !== "forced") {
        const short = [booking.debit, booking.credit].find((name) => this.#isShort(name, booking));
        if (short !== undefined) return /^(reserve|assets)/.test(short) ? "reserve_insufficient" : "insufficient_funds";
      }
      assets.add(booking.asset);
      if (booking.do === "hold") this.#open.set(booking.id, booking);
      else if (booking.do === "post") this.#moved.push(booking);
      else this.#takeFact(booking);
    } else {
      const promise = this.#open.get(booking.pendingId);
      if (promise === undefined) throw new Error("the history ends a promise that is not open");
      assets.add(promise.asset);
      this.#open.delete(booking.pendingId);
      if (booking.do === "settle" && booking.amount > 0n) this.#moved.push({ ...promise, amount: booking.amount });
    }
    this.#done.add(booking.id);
    return undefined;
  }

  /** The paying side has too little: a credit account when debited, or a debit account when credited. */
  #isShort(name: string, { debit, amount }: TransferRequest): boolean {
    const leaves = growsByDebit(name) ? name !== debit : name === debit;
    return leaves && this.free(name) < amount;
  }

  #takeFact(fact: TransferRequest): void {
    const reach = growsByDebit(fact.debit) || this.free(fact.debit) > fact.amount ? fact.amount : this.free(fact.debit);
    this.#moved.push({ ...fact, amount: reach });
    this.#moved.push({ ...fact, debit: `shortfall:${fact.asset}`, amount: fact.amount - reach });
  }

  #repay(asset: string): void {
    const [reserve, shortfall] = [`reserve:${asset}`, `shortfall:${asset}`];
    const free = this.free(reserve);
    const owed = this.#posted(shortfall);
    this.#moved.push({ debit: reserve, credit: shortfall, asset, amount: free < owed ? free : owed });
  }

  #posted(name: string): bigint {
    const credits = total(this.#moved.filter(({ credit }) => credit === name));
    const debits = total(this.#moved.filter(({ debit }) => debit === name));
    return growsByDebit(name) ? debits - credits : credits - debits;
  }
}

const growsByDebit = (name: string) => /^(assets|shortfall):/.test(name);
const total = (entries: readonly { amount: bigint }[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);
