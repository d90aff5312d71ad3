import type { Difference } from "./difference.ts";
import { type PlacedAmount, type RailPlace, railPlaces, type StatementBalance } from "./statement-lines.ts";

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

  constructor(private readonly balances: NetworkBalances) {}

  /** What the rail has more than the ledger, fault or not. */
  explain(effects: readonly PlacedAmount[]): void {
    for (const effect of effects) addTo(this.effects, effect);
  }

  /** What is left of these assets. `ledger`: what the ledger has at a place. */
  unexplained(assets: readonly string[], ledger: (place: RailPlace, asset: string) => bigint): Difference[] {
    return railPlaces.flatMap((place) =>
      assets.flatMap((asset) => this.unexplainedAt(place, asset, ledger(place, asset))),
    );
  }

  /**
   * Where the ledger as a whole agrees, operators have booked what single addresses show. Where it differs by just what they
   * show, only they are named.
   */
  private unexplainedAt(place: RailPlace, asset: string, ledger: bigint): Difference[] {
    const { total, differing } = this.balances.at(place, asset);
    const expected = ledger + (this.effects.get(keyOf({ place, asset })) ?? 0n);
    if (total === expected) return [];
    const named = differing.map((at) => unexplained(at.address, asset, at.amount, at.expected));
    const ofAddresses = differing.reduce((sum, at) => sum + at.amount - at.expected, 0n);
    return total - expected === ofAddresses ? named : [...named, unexplained(place, asset, total, expected)];
  }
}

function unexplained(subject: string, asset: string, rail: bigint, ledger: bigint): Difference {
  return { what: "balance_unexplained", subject, rail: { asset, amount: rail }, ledger: { asset, amount: ledger } };
}

const keyOf = ({ place, asset }: Pick<PlacedAmount, "place" | "asset">) => `${place}:${asset}`;

function addTo(sums: Map<string, bigint>, one: PlacedAmount): void {
  sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0n) + one.amount);
}
