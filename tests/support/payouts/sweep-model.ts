/** A payment as the network has it; `in`: the sweeps that have moved it and did not come back. */
type Payment = { amount: bigint; isGone: boolean; in: Set<string> };
type Sweep = { members: Payment[]; state: "sending" | "sent" | "failed" | "returned" };

/**
 * Where the money of each payment lies, told payment by payment and without a ledger: what the split between deposit
 * addresses and the place that pays out has to be after every step.
 */
export class SweepModel {
  /** The latest of each name: one that arrives again is another payment to the sweeps. */
  private readonly payments = new Map<string, Payment>();
  private readonly all: Payment[] = [];
  private readonly sweeps = new Map<string, Sweep>();

  /** Also again, after its network had taken it back. */
  arrives(id: string, amount: bigint): void {
    const payment = { amount, isGone: false, in: new Set<string>() };
    this.payments.set(id, payment);
    this.all.push(payment);
  }

  vanishes(id: string): void {
    this.payment(id).isGone = true;
  }

  /** All that lies at the deposit addresses. */
  asks(sweep: string): void {
    const members = this.all.filter((payment) => !payment.isGone && payment.in.size === 0);
    this.sweeps.set(sweep, { members, state: "sending" });
  }

  fails(sweep: string): void {
    this.sweep(sweep).state = "failed";
  }

  /** Also after it had failed. */
  settles(sweep: string): void {
    const known = this.sweep(sweep);
    known.state = "sent";
    for (const payment of known.members) payment.in.add(sweep);
  }

  comesBack(sweep: string): void {
    const known = this.sweep(sweep);
    known.state = "returned";
    for (const payment of known.members) payment.in.delete(sweep);
  }

  here = () => [...this.payments].filter(([, { isGone }]) => !isGone).map(([id]) => id);
  gone = () => [...this.payments].filter(([, { isGone }]) => isGone).map(([id]) => id);
  sweepsThatAre = (state: Sweep["state"]) =>
    [...this.sweeps].filter(([, sweep]) => sweep.state === state).map(([id]) => id);

  /** Two sweeps have moved the same payment: the return of one of them is not told yet. */
  get isTwiceMoved(): boolean {
    return this.all.some((payment) => payment.in.size > 1);
  }

  /** What a payment that was taken back is missing in one of its sweeps, and lies nowhere. */
  get deposits(): bigint {
    return this.all.reduce((sum, { amount, isGone, in: { size: moved } }) => {
      const there = isGone ? 0 : 1;
      const swept = isGone && moved > 0 ? moved - 1 : moved;
      return sum + BigInt(there - swept) * amount;
    }, 0n);
  }

  private payment(id: string): Payment {
    const known = this.payments.get(id);
    if (!known) throw new Error(`There is no payment ${id}`);
    return known;
  }

  private sweep(id: string): Sweep {
    const known = this.sweeps.get(id);
    if (!known) throw new Error(`There is no sweep ${id}`);
    return known;
  }
}
