import { createHash, randomBytes } from "node:crypto";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { activityCsv, type TestLine } from "../../support/paypal-by-hand/activity-report.ts";

export const ownAccount = "shop@kursa.example";
/** What PayPal keeps of each payment, in cents. */
const feeCents = 35n;
/** What the account holds at the beginning, in cents. */
export const openingCents = 900_000_000n;

/** Our account at PayPal as it truly is, whatever people enter about it. */
export class PaypalAccount {
  readonly lines: TestLine[] = [];
  #importedUntil: Date;

  readonly now: () => Date;

  /** `clock`: the service's, which is PayPal's as well; PayPal shows whole seconds. */
  constructor(clock: () => Date) {
    this.now = () => new Date(Math.floor(clock().getTime() / 1000) * 1000);
    this.#importedUntil = this.now();
  }

  /** Sends money; `order` is what the note names. */
  pay(account: string, cents: bigint, order: string): TestLine {
    return this.#add({ account, gross: -cents, type: "Mass Pay Payment", reference: order });
  }

  /** A customer pays an invoice. */
  receive(account: string, cents: bigint, order: string): TestLine {
    return this.#add({ account, gross: cents, type: "Invoice Received", reference: order });
  }

  #add(line: Pick<TestLine, "account" | "gross" | "type" | "reference">): TestLine {
    const tx = createHash("sha256").update(randomBytes(16)).digest("hex").slice(0, 17).toUpperCase();
    const whole: TestLine = { ...line, tx, at: this.now(), fee: -feeCents, status: "Completed", currency: "USD" };
    this.lines.push(whole);
    return whole;
  }

  /** The activity since the last report, as a file to import; undefined within the same second. */
  report(): { csv: string; from: Date; until: Date } | undefined {
    const [from, until] = [this.#importedUntil, this.now()];
    if (until <= from) return undefined;
    this.#importedUntil = until;
    const moved = this.lines.filter(({ at }) => at < from).reduce((sum, { gross, fee }) => sum + gross + fee, 0n);
    const lines = this.lines
      .filter(({ at }) => from <= at && at < until)
      // What the columns call a reference is a transaction; an order is in a note.
      .map((line) => ({ ...line, reference: "" }));
    return { csv: activityCsv(lines, openingCents + moved), from, until };
  }
}

const absolute = (cents: bigint) => (cents < 0n ? -cents : cents);
/** What PayPal shows of a transaction, as a person types it. */
export const shownOf = ({ tx, at, gross, account }: TestLine): Record<string, string> => ({
  ...{ tx, at: at.toISOString(), account },
  amount: formatDecimal(absolute(gross), 2),
  fee: formatDecimal(feeCents, 2),
});
