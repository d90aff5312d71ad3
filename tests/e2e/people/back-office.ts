import { z } from "zod/v4";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import type { Order } from "../../../contract/order/order.ts";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import { connectToOwner } from "../../../upstream/db/pglite/lock-owner.ts";
import { connectToService } from "../../../upstream/db/postgres/service-socket.ts";
import type { Shown } from "../../../upstream/operator/command.ts";
import { outcome } from "../../../upstream/operator/request.ts";
import { anna } from "../../support/orders/example-customer.ts";
import {
  type DraftInput,
  executedOrder,
  type OpenedOrder,
  type OrderKey,
  openDraft,
  type Service,
} from "../../support/orders/order-steps.ts";
import { answerOf, type Sent, wireRequest } from "../../support/service/api-client.ts";
import type { Site } from "../../support/site/site.ts";
import type { SitePage } from "../../support/site-page.ts";
import { expect } from "../setup/expect.ts";
import { type Lang, prefix } from "./visitor.ts";

/** The test's actions beside the browser: quick orders, rails, clock, operator, mailbox. */
export class BackOffice {
  constructor(readonly site: Pick<Site, "origin" | "dataDir"> & Partial<Pick<Site, "databaseUrl">>) {}

  /** The site as an API client target. */
  readonly service: Service = {
    call: async (name, sent) => answerOf(name, await fetch(wireRequest(name, sent, this.site.origin))),
  };

  /** The reply of a call that must succeed. */
  async call<Name extends EndpointName>(name: Name, sent: Sent<Name>) {
    return (await this.service.call(name, sent)).reply();
  }

  draft(input?: DraftInput): Promise<OpenedOrder> {
    return openDraft(this.service, input);
  }

  /** An order awaiting payment. */
  order(input?: DraftInput): Promise<OpenedOrder> {
    return executedOrder(this.service, input);
  }

  async tracked({ ref, token }: OrderKey): Promise<Order> {
    return (await this.call("exchangeTrack", { query: { ref }, token })).data;
  }

  async plays({ ref, token }: OrderKey, event: SandboxEvent, amount: string | null = null): Promise<void> {
    await this.call("sandboxEvents", { token, body: { ref, event, amount } });
  }

  async cancels({ ref, token }: OrderKey): Promise<void> {
    await this.call("exchangeCancel", { token, body: { ref } });
  }

  async process({ ref, token }: OrderKey, action: string): Promise<void> {
    await this.call("exchangeProcess", { token, key: `${action}:${ref}`, body: { ref, action } });
  }

  async passes(seconds: number): Promise<void> {
    await this.call("sandboxClock", { body: { advance_seconds: seconds } });
  }

  /** A date told from now on holds until the test's end: shortly before midnight the clock passes it. */
  async isFarFromMidnight(): Promise<void> {
    const { data } = await this.call("sandboxClock", { body: { advance_seconds: 1 } });
    if (new Date(data.now).getUTCHours() === 23) await this.passes(3600);
  }

  /** Jobs and rails run at their own pace. */
  async becomes(orderKey: OrderKey, status: string): Promise<Order> {
    await expect.poll(async () => (await this.tracked(orderKey)).status, { intervals: [50, 100, 200] }).toBe(status);
    return this.tracked(orderKey);
  }

  /** The link of an order, as an email to its mailbox has it: opening it proves the mailbox. */
  async emailedLink(ref: string, to: string, page: "" | "/review" | "/receipt" = ""): Promise<string> {
    const link = new RegExp(`/(?:En|Ru)/order/${ref}${page}\\?t=[a-z2-7]+`);
    const emailed = async () => {
      const { data } = await this.call("sandboxLetters", { query: { to } });
      return data.flatMap(({ text }) => link.exec(text)?.[0] ?? [])[0] ?? "";
    };
    await expect.poll(emailed).not.toBe("");
    return emailed();
  }

  /**
   * Runs an operator command in the running service, by the connection of the operator's program and without its start, which takes
   * half a second of processor time; returns the command's data. maintenance.spec.ts starts the program itself.
   */
  async operator(command: string, args: Record<string, string> = {}): Promise<Shown> {
    const request = { command, args, operator: { name: "tests" } };
    const { dataDir, databaseUrl = null } = this.site;
    const service = await (databaseUrl === null ? connectToOwner(dataDir) : connectToService({ databaseUrl, dataDir }));
    if (!service) throw new Error(`No service has ${dataDir} open`);
    const result = outcome.parse(JSON.parse(await service.request(JSON.stringify(request)).finally(service.close)));
    if (!result.ok) throw new Error(`${command}: ${result.sentence}`);
    return result.data;
  }

  /** The reserve that unpaid orders of earlier tests hold is free from here on, and not at any later moment. */
  async unpaidExpire(): Promise<void> {
    await this.passes(3600);
  }

  /** Whole dollars to withdraw so that less than a hundred remain. */
  async spareDollars(): Promise<string> {
    const reserves = reserveRows.parse(await this.operator("reserve list"));
    const free = reserves.find(({ asset }) => asset === "paypal-usd")?.free.split(".")[0] ?? "0";
    return String(BigInt(free) - 99n);
  }

  /** The token of an order created in the browser, from its first email. */
  async keyOf(ref: string): Promise<OrderKey> {
    let token: string | undefined;
    await expect(async () => {
      const { data } = await this.call("sandboxLetters", { query: { to: anna.email } });
      token = data.map(({ text }) => new RegExp(`${ref}\\?t=([\\w-]+)`).exec(text)?.[1]).find(Boolean);
      expect(token).toBeDefined();
    }).toPass({ intervals: [50, 100] });
    return { ref, token: token ?? "" };
  }

  /** The kinds of an order's emails, in order. */
  async emails(ref: string): Promise<string[]> {
    const { data } = await this.call("sandboxLetters", { query: { to: anna.email } });
    const ofOrder = data.filter(({ text }) => text.includes(ref) || text.includes(orderNumber(ref)));
    return ofOrder.sort((a, b) => a.at.localeCompare(b.at)).map(({ kind }) => kind);
  }

  /** A question to support, opened in this browser. */
  async ticket(page: SitePage, lang: Lang): Promise<string> {
    const body = { email: "guest@example.com", topic: "other" as const, message: "A question" };
    const { data } = await this.call("supportMessage", { body, key: `ticket for ${page.url()}` });
    await page.goto(`${prefix(lang)}/support/${data.ticket}?t=${data.token}`);
    return data.ticket;
  }

  /** Opens the order in this browser by its link, which stores the token in a cookie. */
  async opens(page: SitePage, lang: Lang, { ref, token }: OrderKey): Promise<void> {
    await page.goto(`${this.site.origin}${prefix(lang)}/order/${ref}?t=${token}`);
  }
}

export const withReason = { reason: "a test of the website" };
export const reserveRows = z.array(z.object({ asset: z.string(), free: z.string(), promised: z.string() }));
const orderNumber = (ref: string) => ref.replace(/^(.{4})(.{4})(.{2})$/, "$1-$2-$3");
