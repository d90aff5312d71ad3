import { noAddress } from "../../../upstream/db/schema/sweeps.ts";

type Payment = { address: string; amount: bigint; isGone: boolean };
type Part = { amount: bigint; payments: string[]; state: "open" | "arrived" | "failed" | "returned" };
type Sweep = { parts: Map<string, Part>; state: "sending" | "sent" | "failed" | "returned" };

/**
 * What lies at each deposit address, told by payments and transfers alone: all that arrived there and stayed, less what sweeps
 * have moved from there and did not come back, and never less than nothing.
 */
export class SweepModel {
  /** By name. One that arrives again is the same payment. */
  private readonly payments = new Map<string, Payment>();
  private readonly sweeps = new Map<string, Sweep>();

  /** Also again, after its network had taken it back. */
  arrives(id: string, payment: { address: string; amount: bigint }): void {
    this.payments.set(id, { ...payment, isGone: false });
  }

  vanishes(id: string): void {
    const payment = this.payments.get(id);
    if (!payment) throw new Error(`There is no payment ${id}`);
    payment.isGone = true;
  }

  /** All that lies at the deposit addresses, with the payments that no other sweep has moved. */
  asks(sweep: string): void {
    const parts = new Map<string, Part>();
    for (const address of this.addresses()) {
      const amount = this.lyingAt(address);
      if (amount <= 0n) continue;
      const payments = [...this.payments].filter(
        ([id, payment]) => payment.address === address && !payment.isGone && this.validParts(address, id).length === 0,
      );
      parts.set(address, { amount, payments: payments.map(([id]) => id).sort(), state: "open" });
    }
    this.sweeps.set(sweep, { parts, state: "sending" });
  }

  fails(sweep: string): void {
    this.end(sweep, "failed", () => "failed");
  }

  /** Also after it had failed. `failed`: addresses whose transfer did not arrive. */
  settles(sweep: string, failed: readonly string[] = []): void {
    this.end(sweep, "sent", (address) => (failed.includes(address) ? "failed" : "arrived"));
  }

  /** `back`: the addresses where it is again; all that arrived where it is left out. */
  comesBack(sweep: string, back?: readonly string[]): void {
    this.end(sweep, "returned", (address, { state }) =>
      state === "arrived" && (!back || back.includes(address)) ? "returned" : state,
    );
  }

  here = () => [...this.payments].filter(([, { isGone }]) => !isGone).map(([id]) => id);
  gone = () => [...this.payments].filter(([, { isGone }]) => isGone).map(([id]) => id);
  paymentOf = (id: string) => this.payments.get(id);
  partsOf = (sweep: string) => this.sweeps.get(sweep)?.parts ?? new Map<string, Part>();
  addressesOf = (sweep: string) => [...this.partsOf(sweep).keys()];
  sweepsThatAre = (state: Sweep["state"]) =>
    [...this.sweeps].filter(([, sweep]) => sweep.state === state).map(([id]) => id);

  /** Two sweeps have moved the same payment: the return of one of them is not told yet. */
  get isTwiceMoved(): boolean {
    return [...this.payments].some(([id, { address }]) => this.validParts(address, id).length > 1);
  }

  get deposits(): bigint {
    return this.addresses().reduce((sum, address) => sum + this.lyingAt(address), 0n);
  }

  /** What sweeps have brought to where the rail pays out. */
  get broughtIn(): bigint {
    return this.addresses().reduce((sum, address) => sum + this.arrivedAt(address) - this.lyingAt(address), 0n);
  }

  lyingAt(address: string): bigint {
    const left = this.arrivedAt(address) - this.sweptFrom(address);
    return left > 0n ? left : 0n;
  }

  private arrivedAt = (address: string) =>
    [...this.payments.values()]
      .filter((payment) => payment.address === address && !payment.isGone)
      .reduce((sum, { amount }) => sum + amount, 0n);

  private sweptFrom = (address: string) =>
    this.partsAt(address)
      .filter(({ state }) => state === "arrived")
      .reduce((sum, { amount }) => sum + amount, 0n);

  private addresses = () => [
    ...new Set([...this.payments.values()].map(({ address }) => address).filter((address) => address !== noAddress)),
  ];
  private partsAt = (address: string) => [...this.sweeps.values()].flatMap(({ parts }) => parts.get(address) ?? []);
  private validParts = (address: string, payment: string) =>
    this.partsAt(address).filter(
      ({ state, payments }) => (state === "open" || state === "arrived") && payments.includes(payment),
    );

  private end(id: string, state: Sweep["state"], stateOf: (address: string, part: Part) => Part["state"]): void {
    const sweep = this.sweeps.get(id);
    if (!sweep) throw new Error(`There is no sweep ${id}`);
    sweep.state = state;
    for (const [address, part] of sweep.parts) part.state = stateOf(address, part);
  }
}
