import type { Difference } from "./difference.ts";
import {
  type PlacedAmount,
  type RailPlace,
  railPlaces,
  type StatementBalance,
  type StatementCredit,
} from "./statement-lines.ts";

type Expecting = StatementBalance & { expected: bigint };

/** What a network says lies at the places of a rail. Memory grows only with the addresses of which the rail's own book differs. */
export class NetworkBalances {
  addresses = 0;
  private readonly totals = new Map<string, bigint>();
  private readonly differing: Expecting[] = [];

  add(page: readonly StatementBalance[]): void {
    this.addresses += new Set(page.map(({ address }) => address)).size;
    for (const balance of page) {
      addTo(this.totals, balance);
      const { expected } = balance;
      if (expected !== null && expected !== balance.amount) this.differing.push({ ...balance, expected });
    }
  }

  at(place: RailPlace, asset: string): { total: bigint; differing: readonly Expecting[] } {
    const here = this.differing.filter((balance) => balance.place === place && balance.asset === asset);
    return { total: this.totals.get(keyOf({ place, asset })) ?? 0n, differing: here };
  }
}

/** Adds up what comparisons explain, and names what they do not. */
export class PlaceSums {
  private readonly effects = new Map<string, bigint>();
  private readonly unbooked: (StatementCredit & { asset: string })[] = [];

  constructor(private readonly balances: NetworkBalances) {}

  /** What the rail has more than the ledger, fault or not. */
  explain(effects: readonly PlacedAmount[]): void {
    for (const effect of effects) addTo(this.effects, effect);
  }

  /** Money that came to our own account and that no booking names; an operator may have booked it without its transaction. */
  addUnbooked(fill: StatementCredit): void {
    const { asset } = fill;
    if (asset !== null) this.unbooked.push({ ...fill, asset });
  }

  /** What is left of these assets. `ledger`: what the ledger has at a place. */
  unexplained(assets: readonly string[], ledger: (place: RailPlace, asset: string) => bigint): Difference[] {
    return railPlaces.flatMap((place) =>
      assets.flatMap((asset) => this.unexplainedAt(place, asset, ledger(place, asset))),
    );
  }

  /**
   * Where the ledger as a whole agrees with what single addresses show, operators have booked that. Where it differs by just what
   * they show, only they are named.
   */
  private unexplainedAt(place: RailPlace, asset: string, ledger: bigint): Difference[] {
    const { total, differing } = this.balances.at(place, asset);
    const surplus = total - ledger - (this.effects.get(keyOf({ place, asset })) ?? 0n);
    const ofAddresses = differing.reduce((sum, at) => sum + at.amount - at.expected, 0n);
    // Two addresses that make up for each other are booked by nobody.
    if (surplus === 0n && (ofAddresses !== 0n || differing.length === 0)) return [];
    const fills = this.explaining(place, asset, surplus);
    if (fills.length > 0) return fills.map(notBooked);
    const named = differing.map((at) => unexplained(at.address, asset, at.amount, at.expected));
    return surplus === ofAddresses ? named : [...named, unexplained(place, asset, total, total - surplus)];
  }

  /** The fills that come to just this surplus: one of them, or all together. */
  private explaining(place: RailPlace, asset: string, surplus: bigint) {
    const here = this.unbooked.filter((fill) => fill.place === place && fill.asset === asset);
    const same = here.find(({ amount }) => amount === surplus);
    if (same) return [same];
    return here.reduce((sum, { amount }) => sum + amount, 0n) === surplus ? here : [];
  }
}

function notBooked({ id, asset, amount }: StatementCredit & { asset: string }): Difference {
  return { what: "credit_not_booked", subject: id, rail: { asset, amount }, ledger: null };
}

function unexplained(subject: string, asset: string, rail: bigint, ledger: bigint): Difference {
  return { what: "balance_unexplained", subject, rail: { asset, amount: rail }, ledger: { asset, amount: ledger } };
}

const keyOf = ({ place, asset }: Pick<PlacedAmount, "place" | "asset">) => `${place}:${asset}`;

function addTo(sums: Map<string, bigint>, placedAmount: PlacedAmount): void {
  sums.set(keyOf(placedAmount), (sums.get(keyOf(placedAmount)) ?? 0n) + placedAmount.amount);
}
