import type { Order } from "../../contract/order.ts";
import { termsVersion } from "../../contract/terms.ts";

/** An order that somebody tried to make: what was sent, so that it can be sent again after a crash. */
export type Attempt = { ref: string; token: string; key: string };

type Answer = { status: number; body: { data?: unknown; code?: string } };

/** A customer that speaks the wire itself, so that nothing of the product stands between it and the service. */
export class Customer {
  constructor(private readonly base: string) {}

  async call(
    method: string,
    path: string,
    options: { body?: unknown; token?: string; key?: string } = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.base}/api/v1/${path}`, {
      method,
      headers: {
        "client-id": "proof",
        "Content-Type": "application/json",
        ...(options.token ? { "Order-Token": options.token } : {}),
        ...(options.key ? { "Idempotency-Key": options.key } : {}),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
    return { status: response.status, body: await response.json() };
  }

  /** A draft that only waits to be executed. */
  async prepare(): Promise<Attempt> {
    const one = await this.expectData<{ order: Order; token: string }>("POST", "exchange/step-one", {
      body: { from: "usdt-trc20", to: "paypal-usd", amount: "20", side: "from" },
    });
    const { order, token } = one;
    await this.expectData("POST", "exchange/step-two", {
      token,
      body: {
        ref: order.ref,
        payout: { account: "anna.ivanova@mail.com", extra: { full_name: "Anna Ivanova" } },
        refund: { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
        email: "anna.ivanova@mail.com",
      },
    });
    await this.expectData("POST", "exchange/step-three", {
      token,
      body: { ref: order.ref, accept: { terms_version: termsVersion, rules: order.rules } },
    });
    return { ref: order.ref, token, key: `execute:${order.ref}:${order.quote_id}` };
  }

  execute(attempt: Attempt): Promise<Answer> {
    return this.call("POST", "exchange/execute", {
      token: attempt.token,
      key: attempt.key,
      body: { ref: attempt.ref, pay_with: "crypto_address" },
    });
  }

  pay(attempt: Attempt): Promise<Answer> {
    return this.call("POST", "sandbox/events", {
      token: attempt.token,
      body: { ref: attempt.ref, event: "pay_exact" },
    });
  }

  async track(attempt: Attempt): Promise<Order> {
    return this.expectData<Order>("GET", `exchange/track?ref=${attempt.ref}`, { token: attempt.token });
  }

  private async expectData<T = unknown>(
    method: string,
    path: string,
    options: { body?: unknown; token?: string },
  ): Promise<T> {
    const answer = await this.call(method, path, options);
    if (answer.body.data === undefined) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body.data as T;
  }
}
