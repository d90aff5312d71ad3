import type { NetworkFee } from "../../../upstream/ledger/rules/network-fee.ts";
import type { Preparation, RailMovement, Reading } from "../../../upstream/ports/payout-rail.ts";
import { type Chance, chance } from "../simulation/chance.ts";

/** A movement in the rail's own book: money that has left, or what became of it instead. */
export type BookEntry = {
  movement: RailMovement;
  plan: string;
  state: "pooled" | "settled" | "reverted" | "void" | "returned";
  /** What its settlement cost, and what an attempt before it had burnt. */
  fee: bigint;
  burnt: bigint;
  /** The service has booked that it was reverted: only then may it settle after all. */
  isKnownReverted: boolean;
  /** The part that came back. */
  returned: bigint;
  /** Readings before this turn still give the answer from before. */
  knownFrom: number;
  before: Reading;
  luck: Chance;
};

/**
 * The own book of a rail that does every thing a rail may do with a movement that it was given: settle late, revert with
 * costs, displace, settle after it had reverted, return in full or in part, and answer with yesterday's state. It moves
 * money once for each id, and notes as a fault what no service may ask of it.
 */
export class HostileBook {
  readonly entries = new Map<string, BookEntry>();
  readonly faults: string[] = [];
  /** What has arrived at each deposit address since the start: no sweep can move more from there. */
  arrived: ReadonlyMap<string, bigint> = new Map();
  /** Broadcasts of what was sent already: allowed, and without effect. */
  repeated = 0;
  private readonly prepared = new Map<string, { movement: RailMovement; plan: string }>();
  private turns = 0;
  private isCalm = false;

  constructor(
    private readonly seed: number,
    private readonly feeOf: (asset: string) => NetworkFee | null,
  ) {}

  prepare(movement: RailMovement): Preparation {
    const luck = chance(this.seed, "prepare", movement.id, this.turns);
    const preparation = this.prepared.get(movement.id);
    if (preparation) return { state: "prepared", plan: preparation.plan };
    if (!this.isCalm && luck.percent(8)) return { state: "wait", reason: "no_coins" };
    if (!this.isCalm && luck.percent(3)) return { state: "refused", reason: "account closed" };
    const plan = `${movement.id} ${movement.amount} ${movement.asset} to ${movement.account}`;
    this.prepared.set(movement.id, { movement, plan });
    return { state: "prepared", plan };
  }

  broadcast(movement: RailMovement, plan: string): void {
    const { id } = movement;
    const preparation = this.prepared.get(id);
    if (preparation?.plan !== plan) {
      this.faults.push(`${id} was sent with a plan that was never prepared`);
      return;
    }
    if (this.entries.has(id)) {
      this.repeated += 1;
      return;
    }
    const luck = chance(this.seed, "entry", id);
    const fees = { fee: 0n, burnt: 0n, isKnownReverted: false };
    const start = { state: "pooled", ...fees, returned: 0n, knownFrom: 0, before: { state: "unknown" } } as const;
    this.entries.set(id, { movement: preparation.movement, plan, luck, ...start });
  }

  read(id: string): Reading {
    const entry = this.entries.get(id);
    if (!entry) return { state: "unknown" };
    return this.turns < entry.knownFrom ? entry.before : this.reading(entry);
  }

  /** Time passes at the rail. Returns the ids of what has changed. */
  turn(): string[] {
    this.turns += 1;
    return [...this.entries.values()].flatMap((entry) => (this.change(entry) ? [entry.movement.id] : []));
  }

  /** From now on what is open settles, and nothing that has ended changes any more. */
  calm(): void {
    this.isCalm = true;
  }

  get isQuiet(): boolean {
    return [...this.entries.values()].every(({ state, knownFrom }) => state !== "pooled" && this.turns >= knownFrom);
  }

  /** What has left us, less what came back. */
  outflow(asset: string): bigint {
    return this.moved(({ movement }) => movement.asset === asset && movement.kind !== "sweep");
  }

  /** What was moved from deposit addresses to where the rail pays out from, less what came back. */
  swept(asset: string): bigint {
    return this.moved(({ movement }) => movement.asset === asset && movement.kind === "sweep");
  }

  /** Every asset that was moved, or has paid a network fee. */
  get assets(): string[] {
    const moved = [...this.entries.values()].map(({ movement }) => movement.asset);
    return [...new Set(moved.flatMap((asset) => [asset, this.feeOf(asset)?.asset ?? asset]))];
  }

  /** Network fees paid in this asset. */
  fees(asset: string): bigint {
    return [...this.entries.values()]
      .filter(({ movement }) => this.feeOf(movement.asset)?.asset === asset)
      .reduce((sum, { fee, burnt }) => sum + fee + burnt, 0n);
  }

  txId = ({ movement: { id } }: Pick<BookEntry, "movement">) => `tx-${id}`;

  private moved(isMeant: (entry: BookEntry) => boolean): bigint {
    return [...this.entries.values()]
      .filter((entry) => isMeant(entry) && (entry.state === "settled" || entry.state === "returned"))
      .reduce((sum, { movement, returned }) => sum + movement.amount - returned, 0n);
  }

  /** Coins at a deposit address are swept once: what another sweep has taken from there is no longer there. */
  private canSettle({ movement: { parts = [] } }: BookEntry): boolean {
    return parts.every(({ address, amount }) => amount <= (this.arrived.get(address) ?? 0n) - this.sweptFrom(address));
  }

  /** Less what came back: of a part of a sweep, to its first addresses. */
  private sweptFrom(of: string): bigint {
    let swept = 0n;
    for (const { movement, state, returned } of this.entries.values()) {
      if (state !== "settled" && state !== "returned") continue;
      let left = returned;
      for (const { address, amount } of movement.parts ?? []) {
        const back = left < amount ? left : amount;
        left -= back;
        if (address === of) swept += amount - back;
      }
    }
    return swept;
  }

  /** Sweeps are few, and come back more often than payouts, so that each run has some that did. */
  private change(entry: BookEntry): boolean {
    const { state, luck } = entry;
    const before = this.read(entry.movement.id);
    if (state === "pooled") {
      // Asked while it is open: once it is settled, its own coins count as swept.
      const canSettle = this.canSettle(entry);
      if (this.isCalm) entry.state = "settled";
      else if (luck.percent(45))
        entry.state = luck.weighed([
          [75, "settled"],
          [15, "reverted"],
          [10, "void"],
        ] as const);
      if (entry.state === "settled" && !canSettle) entry.state = "void";
      if (entry.state === "settled") entry.fee = this.cost(entry);
      if (entry.state === "reverted") entry.burnt = this.cost(entry);
    } else if (this.isCalm || this.turns <= entry.knownFrom) return false;
    else if (state === "reverted" && entry.isKnownReverted && this.canSettle(entry) && luck.percent(6)) {
      entry.state = "settled";
      entry.fee = this.cost(entry);
    } else if (state === "settled" && luck.percent(entry.movement.kind === "sweep" ? 20 : 2)) {
      const { amount } = entry.movement;
      entry.returned = luck.percent(30) ? amount / 3n : amount;
      entry.state = "returned";
    }
    if (entry.state === state) return false;
    entry.before = before;
    entry.knownFrom = this.turns + (this.isCalm ? 0 : luck.between(0, 4));
    return true;
  }

  /** A part of what the rail had said that a transfer costs at most, a little more at times. */
  private cost({ movement, luck }: BookEntry): bigint {
    const most = this.feeOf(movement.asset)?.amount ?? 0n;
    return (most * BigInt(luck.between(40, 110))) / 100n;
  }

  private inFull({ movement }: BookEntry, amount: bigint): NetworkFee | null {
    const fee = this.feeOf(movement.asset);
    return fee && { asset: fee.asset, amount };
  }

  private reading(entry: BookEntry): Reading {
    const amount = entry.returned === entry.movement.amount ? null : entry.returned;
    switch (entry.state) {
      case "pooled":
        return { state: "pending" };
      case "settled":
        return { state: "settled", txId: this.txId(entry), networkFee: this.inFull(entry, entry.fee) };
      case "reverted":
        return { state: "reverted", reason: "reverted", networkFee: this.inFull(entry, entry.burnt) };
      case "void":
        return { state: "void", reason: "displaced" };
      case "returned":
        return { state: "returned", txId: this.txId(entry), networkFee: this.inFull(entry, entry.fee), amount };
    }
  }
}
