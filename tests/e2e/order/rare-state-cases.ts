import pg from "pg";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import { BackOffice } from "../people/back-office.ts";
import type { StateCase } from "./state-cases.ts";
import { invoiced, plays } from "./state-steps.ts";

/** With access to the site's database. */
export class BackOfficeWithDatabase extends BackOffice {
  private readonly sessions: pg.Client[] = [];

  constructor(
    site: BackOffice["site"],
    private readonly databaseUrl: string,
  ) {
    super(site);
  }

  async changes(statement: string, ...values: string[]): Promise<void> {
    await (await this.session()).query(statement, values);
  }

  /** Blocks writes to this table until `leaves`; reads continue. */
  async stopsWriting(table: string): Promise<void> {
    await (await this.session()).query(`begin; lock table ${table} in share mode`);
  }

  async leaves(): Promise<void> {
    for (const session of this.sessions) await session.end();
  }

  private async session(): Promise<pg.Client> {
    const session = new pg.Client({ connectionString: this.databaseUrl });
    this.sessions.push(session);
    await session.connect();
    return session;
  }
}

/** States that pass too quickly, or belong to a rail the sandbox does not simulate. */
export const rareCases: Record<string, StateCase<BackOfficeWithDatabase>> = {
  processing: {
    is: ["processing", "exact"],
    reach: async (office) => {
      const orderKey = await office.order();
      await office.stopsWriting("outgoing");
      await office.plays(orderKey, "pay_exact");
      await office.plays(orderKey, "confirm");
      await office.becomes(orderKey, "processing");
      return orderKey;
    },
    look: { title: "state.processing.title", says: ["timeline.now.processing"] },
  },
  "awaiting a payment that only its payer sees": {
    is: ["awaiting_payment", "none"],
    reach: (office) => transfer(office),
    look: {
      title: "state.awaiting_payment.title",
      says: ["state.awaiting_payment.transfer", "pay.toAccount"],
      acts: ["report_payment", "cancel"],
    },
  },
  payment_reported: {
    is: ["payment_reported", "none"],
    reach: async (office) => {
      const orderKey = await transfer(office);
      await office.process(orderKey, "report_payment");
      return orderKey;
    },
    look: { title: "state.payment_reported.title", says: ["timeline.now.payment_reported"] },
  },
  "on hold: the payout waits for a new account": {
    is: ["on_hold", "exact", "new_payout_account"],
    reach: async (office) => {
      const orderKey = await office.order();
      await office.changes(
        "update exchange_order set payout_usable_at = now() + interval '1 day' where ref = $1",
        orderKey.ref,
      );
      await office.plays(orderKey, "pay_exact");
      await office.plays(orderKey, "confirm");
      await office.becomes(orderKey, "on_hold");
      return orderKey;
    },
    look: {
      title: "holds:new_payout_account.order.title",
      held: { who: "system", otherwise: "resume" },
      says: ["holds:new_payout_account.order.next"],
      acts: ["request_refund"],
    },
  },
  "on hold: a reported payment, found and smaller": {
    is: ["on_hold", "partial", "amount_mismatch"],
    reach: async (office) => {
      const orderKey = await transfer(office);
      await office.process(orderKey, "report_payment");
      return plays(office, orderKey, "pay_partial");
    },
    look: {
      title: "holds:amount_mismatch.order.restTitle",
      held: { who: "client", otherwise: "request_refund" },
      acts: ["accept_requote", "request_refund"],
      says: ["pay.toAccount"],
    },
  },
};

/** A transfer between PayPal accounts: the customer reports it, and our team looks for it. */
async function transfer(office: BackOfficeWithDatabase): Promise<OrderKey> {
  const orderKey = await invoiced(office);
  await office.changes(
    `update exchange_order set payin_method = 'paypal_transfer', payin_address = lower(ref) || '@kursa.example', payin_invoice_url = null
     where ref = $1`,
    orderKey.ref,
  );
  return orderKey;
}
