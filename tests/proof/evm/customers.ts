import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { termsVersion } from "../../../contract/order/terms.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { mailbox } from "../../../upstream/mail/delivery/mailbox.ts";
import { detailsOf } from "../../support/orders/example-customer.ts";
import {
  acceptTerms,
  type DraftInput,
  executeDraft,
  type OpenedOrder,
  openDraft,
} from "../../support/orders/order-steps.ts";
import { pause, type World } from "./world.ts";

export type MemberOnChain = { email: string; token: string; address: string };
/** `net`: what must arrive at `account`, minor units. */
export type Payout = { account: string; asset: "usdt-erc20" | "eth"; net: bigint };

const password = "correct horse battery staple";
const patienceMs = 30_000;
export const decimalsOf = { "usdt-erc20": 6, eth: 18 } as const;

/** An address that nothing else pays, so that its balance is what was paid to one payout. */
export const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;

/** Repeats a call that needs the node, as its answer asks for while the node is away: nothing was done. */
async function repeated<Response extends { status: number }>(call: () => Promise<Response>): Promise<Response> {
  for (const untilMs = performance.now() + patienceMs; ; ) {
    const response = await call();
    if (response.status !== 503 || performance.now() > untilMs) return response;
    await pause(1000);
  }
}

/** An order awaiting payment. `account`: where a payout in coins goes. */
export async function orderTo(
  { client }: Pick<World, "client">,
  input: DraftInput,
  account?: string,
): Promise<OpenedOrder> {
  const draft = await openDraft(client, input);
  const details = detailsOf({ from: draft.order.from.asset, to: draft.order.to.asset });
  const payout = account === undefined ? details.payout : { ...details.payout, account };
  const body = { ref: draft.ref, ...details, payout };
  const detailed = (await client.call("exchangeStepTwo", { token: draft.token, body })).reply().data;
  const accepted = (await acceptTerms(client, { ...draft, order: detailed })).reply().data;
  const executed = (await repeated(() => executeDraft(client, { ...draft, order: accepted }))).reply().data;
  return { ...draft, order: executed };
}

/** A new member with a wallet of USDT on the chain. */
export async function newMember(world: Pick<World, "client" | "exchange">): Promise<MemberOnChain> {
  const { client } = world;
  const email = `member-${randomBytes(6).toString("hex")}@mail.com`;
  const asked = (await client.call("registerRequestCode", { body: { email, locale: "en" } })).reply().data;
  const code = await codeFor(world, email, "sign_up_code");
  const body = { challenge_id: asked.challenge_id, email, code, password, terms_version: termsVersion };
  const { access_token: token } = (await client.call("registerVerifyAccount", { body })).reply().data;
  const wallet = { body: { asset: "usdt-erc20", new_address: false }, ...by(token) };
  const opened = await repeated(() => client.call("balanceCreate", wallet));
  return { email, token, address: opened.reply().data.deposit?.address ?? "" };
}

/** Requests a withdrawal to a new address and confirms it; it leaves a day later. */
export async function withdraw(
  world: Pick<World, "client" | "exchange">,
  member: MemberOnChain,
  amount: string,
): Promise<Payout> {
  const { client } = world;
  const asset = "usdt-erc20";
  const account = freshAddress();
  const key = randomBytes(12).toString("hex");
  const request = await client.call("withdrawalsCreate", {
    body: { asset, amount, account },
    ...by(member.token),
    key,
  });
  const { id, amount: named, account: shownAccount, net } = request.reply().data;
  const code = await codeFor(world, member.email, "withdrawal_code");
  (
    await client.call("withdrawalsConfirm", {
      body: { id, amount: named, account: shownAccount, code },
      ...by(member.token),
    })
  ).reply();
  return { account, asset, net: units(net, asset) };
}

export async function availableOf({ client }: Pick<World, "client">, { token }: MemberOnChain): Promise<bigint> {
  const response = await client.call("balanceCoin", { query: { asset: "usdt-erc20" }, ...by(token) });
  return units(response.reply().data.available, "usdt-erc20");
}

export function units(amount: string, asset: keyof typeof decimalsOf): bigint {
  const minor = parseAmount(amount, decimalsOf[asset]);
  if (typeof minor === "string") throw new Error(`${amount} is no amount of ${asset}`);
  return minor;
}

const by = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

async function codeFor({ exchange }: Pick<World, "exchange">, to: string, kind: string): Promise<string> {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await pause(100)) {
    const emails = await mailbox(join(exchange.dataDir, "mailbox")).emails(to);
    const code = /\b(\d{6})\b/.exec(emails.find((email) => email.kind === kind)?.subject ?? "")?.[1];
    if (code !== undefined) return code;
  }
  throw new Error(`${to} got no ${kind}`);
}
