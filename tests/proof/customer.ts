import type { EndpointName } from "../../contract/calls/endpoints.ts";
import type { Order } from "../../contract/order/order.ts";
import { acceptedDraft, executeKey, type OrderKey } from "../support/orders/order-steps.ts";
import { answerOf, type Sent, wireRequest } from "../support/service/api-client.ts";

/** An attempted order: the requests sent, so that they can be repeated after a crash. */
export type Attempt = OrderKey & { key: string };

const patienceMs = 10_000;

type ApiResponse = { status: number; body: { data?: unknown; code?: string } };

/** A customer that calls the HTTP API directly, without any code of the product. */
export class Customer {
  constructor(private readonly base: string) {}

  async call(
    method: string,
    path: string,
    options: { body?: unknown; token?: string; key?: string } = {},
  ): Promise<ApiResponse> {
    const ask = () => this.ask(method, path, options);
    // A keep-alive connection may close just as it is reused; browsers retry a GET, but not a POST.
    const response = await (method === "GET" ? ask().catch(ask) : ask());
    return { status: response.status, body: await response.json() };
  }

  private ask(
    method: string,
    path: string,
    options: { body?: unknown; token?: string; key?: string },
  ): Promise<Response> {
    return fetch(`${this.base}/api/v1/${path}`, {
      method,
      headers: {
        "client-id": "proof",
        "Content-Type": "application/json",
        ...(options.token ? { "Order-Token": options.token } : {}),
        ...(options.key ? { "Idempotency-Key": options.key } : {}),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      // Without a response it retries, like a browser.
      signal: AbortSignal.timeout(patienceMs),
    });
  }

  /** A draft ready to be executed. */
  async prepare(): Promise<Attempt> {
    const draft = await acceptedDraft({ call: (name, sent) => this.callByName(name, sent) }, { amount: "20" });
    return { ref: draft.ref, token: draft.token, key: executeKey(draft) };
  }

  private async callByName<Name extends EndpointName>(name: Name, sent?: Sent<Name>) {
    const request = wireRequest(name, sent, this.base);
    return answerOf(name, await fetch(request, { signal: AbortSignal.timeout(patienceMs) }));
  }

  execute(attempt: Attempt): Promise<ApiResponse> {
    return this.call("POST", "exchange/execute", {
      token: attempt.token,
      key: attempt.key,
      body: { ref: attempt.ref, pay_with: "crypto_address" },
    });
  }

  /** Executes the draft with the hosted gateway; returns its session. */
  async openSession(attempt: Attempt): Promise<string> {
    const body = { ref: attempt.ref, pay_with: "hosted_gateway" };
    const order = await this.expectData<Order>("POST", "exchange/execute", {
      token: attempt.token,
      key: attempt.key,
      body,
    });
    return /\/pay\/(\w+)/.exec(order.payin.redirect_url ?? "")?.[1] ?? "";
  }

  /** The order at its end, or as it is after half a minute. */
  async ended(attempt: Attempt): Promise<Order> {
    for (let poll = 0; poll < 300; poll += 1) {
      const order = await this.track(attempt);
      if (order.status === "completed") return order;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return this.track(attempt);
  }

  pay({ ref, token }: Attempt, event: "pay_exact" | "pay_partial" = "pay_exact"): Promise<ApiResponse> {
    return this.call("POST", "sandbox/events", { token, body: { ref, event } });
  }

  /** Requests a refund; repeated requests are identical. */
  refund({ ref, token }: Attempt): Promise<ApiResponse> {
    const body = { ref, action: "request_refund" };
    return this.call("POST", "exchange/process", { token, key: `process:${ref}:refund`, body });
  }

  async track(attempt: Attempt): Promise<Order> {
    return this.expectData<Order>("GET", `exchange/track?ref=${attempt.ref}`, { token: attempt.token });
  }

  private async expectData<T = unknown>(
    method: string,
    path: string,
    options: { body?: unknown; token?: string; key?: string },
  ): Promise<T> {
    const response = await this.call(method, path, options);
    if (response.body.data === undefined) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    }
    return response.body.data as T;
  }
}
