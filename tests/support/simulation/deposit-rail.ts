import type { RailLocation } from "../../../upstream/ledger/rules/booking.ts";
import type { DepositRail, DepositReport } from "../../../upstream/ports/deposit-rail.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { depositAddress } from "../../../upstream/rails/sandbox/address.ts";
import { needsSweep, networkOf, railId, transactionId } from "../../../upstream/rails/sandbox/network.ts";
import type { Books } from "./books.ts";
import { type Chance, chance } from "./chance.ts";
import { away, type Wire } from "./reports.ts";

/** A payment to the address of a wallet. */
export type Arrival = {
  id: string;
  rail: string;
  address: string;
  /** What the address was issued for. */
  walletAsset: string;
  asset: string;
  amount: bigint;
  confirmations: number;
  state: DepositReport["state"];
  /** Some are never included; some are taken back after they were final, and some of those return. */
  fate: "final" | "vanish" | "taken_back" | "taken_back_and_return";
  /** What the service has recorded last; null before it has heard of it. */
  told: DepositReport["state"] | null;
  luck: Chance;
};

/** Deposits of the outside world: seen, final, never included, or taken back. */
export type DepositsRail = {
  forAsset(asset: string): DepositRail | undefined;
  pay(place: { address: string; walletAsset: string }, asset: string, amount: bigint): void;
  turn(): void;
  /** Whether the service has seen a deposit there that is not final yet. */
  isAnyPending(addresses: ReadonlySet<string>): boolean;
  isQuiet(): boolean;
  calm(): void;
};

const required = 4;
const placeOf = ({ walletAsset }: Arrival): RailLocation => {
  const network = networkOf(walletAsset);
  return network && needsSweep(network) ? "deposits" : "hot";
};

export class SimulatedDeposits implements DepositsRail {
  private readonly arrivals: Arrival[] = [];
  private readonly luck: Chance;
  private isCalm = false;

  constructor(
    private readonly seed: number,
    private readonly books: Books,
    private readonly wire: Wire,
    /** Called with what the service has recorded. */
    private readonly onRecorded: (arrival: Arrival, state: DepositReport["state"]) => void,
  ) {
    this.luck = chance(seed, "deposits");
  }

  forAsset(asset: string): DepositRail | undefined {
    const place = networkOf(asset);
    if (!place || place === "paypal") return undefined;
    return {
      id: railId(place),
      issue: async ({ key }) => {
        if (!this.isCalm && this.luck.percent(4)) throw new RailUnavailable(away);
        return { address: depositAddress(place, key), memo: null, uri: null };
      },
    };
  }

  pay({ address, walletAsset }: { address: string; walletAsset: string }, asset: string, amount: bigint) {
    const place = networkOf(walletAsset);
    if (!place) throw new Error(`Nobody deposits ${walletAsset}`);
    const luck = chance(
      this.seed,
      "deposited",
      address,
      this.arrivals.filter((earlierArrival) => earlierArrival.address === address).length,
    );
    const fate = luck.weighed([
      [80, "final"],
      [7, "vanish"],
      [8, "taken_back"],
      [5, "taken_back_and_return"],
    ] as const);
    const id = transactionId(place, `deposit-${address}-${this.arrivals.length}`);
    const seen = { confirmations: 0, state: "seen", told: null } as const;
    const arrival: Arrival = { id, rail: railId(place), address, walletAsset, asset, amount, ...seen, fate, luck };
    this.arrivals.push(arrival);
    this.tell(arrival);
  }

  /** Read at delivery, as a watcher of a network reads it: a late report never tells what is over. */
  private tell(arrival: Arrival) {
    const { id: railPaymentId, rail, address, asset, amount } = arrival;
    let state = arrival.state;
    const event = () => {
      ({ state } = arrival);
      const counted = { confirmations: arrival.confirmations, required };
      const report = {
        rail,
        railPaymentId,
        address,
        memo: null,
        asset,
        amount,
        ...counted,
        state,
        place: placeOf(arrival),
      };
      return { name: "deposit_changed" as const, report };
    };
    const onDelivered = (isAccepted: boolean) => {
      if (!isAccepted) return;
      this.onRecorded(arrival, state);
      arrival.told = state;
    };
    this.wire.put({ ref: railPaymentId, isFact: arrival.state !== "seen", event, onDelivered });
  }

  private become(arrival: Arrival, state: "final" | "gone") {
    const { id, asset, rail, amount, state: before } = arrival;
    arrival.state = state;
    if (state === "final") {
      arrival.confirmations = required;
      this.books.enter({ rail, asset }, id, "deposit", amount);
    } else if (before === "final") this.books.enter({ rail, asset }, id, "deposit_taken_back", -amount);
    this.tell(arrival);
  }

  private advance(arrival: Arrival) {
    const { state, fate, luck } = arrival;
    if (state === "seen") {
      if (!this.isCalm && luck.percent(50)) {
        arrival.confirmations = 2;
        this.tell(arrival);
      } else this.become(arrival, fate === "vanish" ? "gone" : "final");
    } else if (state === "final" && fate.startsWith("taken_back") && !this.isCalm && luck.percent(6)) {
      this.become(arrival, "gone");
    } else if (state === "gone" && fate === "taken_back_and_return" && (this.isCalm || luck.percent(10))) {
      arrival.fate = "final";
      this.become(arrival, "final");
    }
  }

  turn() {
    for (const arrival of this.arrivals) this.advance(arrival);
  }

  isAnyPending(addresses: ReadonlySet<string>) {
    return this.arrivals.some(({ told, address }) => told === "seen" && addresses.has(address));
  }

  isQuiet() {
    return this.arrivals.every(({ state, told }) => state !== "seen" && state === told);
  }

  calm() {
    this.isCalm = true;
  }
}
