import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { callDocs } from "../../../contract/docs/docs.ts";
import { settleRewards } from "../../../upstream/affiliates/settle-rewards.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { completedOrder, confirmKey } from "../../support/orders/reviews.ts";
import type { Wire } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, codeFor, signedIn, signedUp, totpCode } from "../../support/service/members.ts";
import { rateHeadersIn, sentRateHeaders } from "../../support/service/rate-headers.ts";
import { shapeDifferences } from "../../support/service/shape.ts";
import { walletDraft } from "../../support/wallets/wallet-payment.ts";
import { fundedMember, reportKey } from "../../support/withdrawals/withdrawals.ts";

/** Not run: their examples need another company's signature, a hosted page or a file. */
const notRun = [
  "gatewayConfirm",
  "gatewayWebhook",
  "socialGoogle",
  "avatar",
  "ordersStream",
  "supportFile",
  "supportMail",
];
/** Records, whose keys are data; and lists of alternatives, whose entries differ. */
const open = [".data.payout.extra", ".data.order.payout.extra", ".data.orders", ".data.profile", ".data.hold"];

/** So that each reply must state its limit where the document says so. The examples' one mailbox gets an email of each kind. */
const limited = { RATE_LIMITS: "on", UNASKED_EMAILS_PER_DAY: "1000" };

type Doc = { query?: object; body?: object; reply?: unknown };
const docs = new Map<EndpointName, Doc>(Object.entries(callDocs) as [EndpointName, Doc][]);

/** Sends the documentation's example requests, with `real` values for what only a running service knows. */
function player(service: Exchange) {
  const played = new Set<string>();
  return {
    played,
    async play<Name extends EndpointName>(
      name: Name,
      real: { query?: object; body?: object } & Omit<Wire, "body"> = {},
    ) {
      const { query, body, reply } = docs.get(name) ?? {};
      const { query: realQuery, body: realBody, ...sent } = real;
      const wire = { ...sent, query: { ...query, ...realQuery }, body: { ...body, ...realBody } };
      const response = await service.ask(name, wire);
      const data = response.reply();
      const differences = reply === undefined ? [] : shapeDifferences(reply, JSON.parse(response.text), open);
      expect(differences, name).toEqual([]);
      expect(sentRateHeaders(response.headers), name).toEqual(rateHeadersIn(name, response.status));
      played.add(name);
      return data;
    },
  };
}

test("the examples of the documentation are accepted, and their replies have the keys and types of real ones", async () => {
  const guarded = player(await exchange({ settings: { BOT_CHECK: "altcha", ...limited } }));
  await guarded.play("botCheck");
  const service = await exchange({ settings: limited });
  const { play, played } = player(service);
  await market(play);
  await order(play);
  await heldOrder(play);
  await walletPayment(service, play);
  await reviews(service, play);
  await newsletter(service, play);
  await member(service, play);
  await withdrawals(service, play);
  await security(service, play);
  await affiliates(service, play);
  await support(service, play);
  await play("exchangeTerms");
  expect([...guarded.played, ...played, ...notRun].sort()).toEqual(Object.keys(endpoints).sort());
});

test("a wrong key or type in an example is noticed", () => {
  const real = { data: [{ id: "a", count: 1, note: null }] };
  expect(shapeDifferences({ data: [{ id: "b", count: 2, note: "x" }] }, real)).toEqual([]);
  expect(shapeDifferences({ data: [{ id: "b", count: "2", extra: 1 }] }, real)).toEqual([
    ".data[].extra: not in the reply",
    ".data[].count: string instead of number",
    ".data[].note: missing",
  ]);
});

type Play = ReturnType<typeof player>["play"];

async function market(play: Play) {
  await play("exchangePairs");
  await play("exchangeDirections");
  await play("exchangeRatesExport");
  await play("exchangePayoutTimes");
  await play("exchangeRateHistory");
  await play("exchangeStatus");
  await play("exchangeKeys");
  await play("exchangeVerify");
  await play("exchangeRules");
  await play("exchangeQuote");
  await play("promoValidate");
  await play("botCheckEmailCode");
  await play("reserveRequest");
  await play("reserveRequestStop");
  await play("pageViewsRecord", { peer: { address: null, isTrusted: true } });
  await play("consentRecord", { peer: { address: null, isTrusted: true } });
}

async function newsletter(service: Exchange, play: Play) {
  await play("subscribe");
  const mail = (await service.emails()).find(({ kind }) => kind === "newsletter_confirm");
  const token = decodeURIComponent(/confirm\?t=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "");
  await play("subscribeConfirm", { body: { token } });
  await play("unsubscribe");
}

async function reviews(service: Exchange, play: Play) {
  const { ref, token } = await completedOrder(service);
  const withToken = { token, body: { ref }, query: { ref } };
  await play("reviewsCreate", withToken);
  await play("reviewsOwn", withToken);
  const { data } = await play("reviewsConfirm", { body: { token: await confirmKey(service) } });
  const args = { id: data.id, text: "Thank you.", reason: "an example" };
  await runCommand(service.ctx, { command: "reviews answer", args, operator: { name: "anna" } });
  await play("reviewsList");
  await play("reviewsHighlights");
  await play("reviewsDecline");
}

/** From the first step to awaiting payment. */
async function opened(play: Play) {
  const { data } = await play("exchangeStepOne");
  const { ref, quote_id } = data.order;
  const withToken = { token: data.token, body: { ref } };
  await play("exchangeStepTwo", withToken);
  await play("exchangeStepThree", { ...withToken, body: { ref, quote_id } });
  const executed = await play("exchangeExecute", { ...withToken, key: `execute:${ref}:${quote_id}` });
  return { ...withToken, query: { ref }, pushKey: executed.data.push_key };
}

async function order(play: Play) {
  const { token, body, query, pushKey } = await opened(play);
  await play("orderPushOn", { token, body: { ...body, key: pushKey } });
  await play("orderPush", { token, query });
  await play("orderPushOff", { token, query });
  await play("exchangeExpire", { token, body });
  await play("exchangeTrack", { token, query });
  await play("exchangeTrackMail", { body });
  await play("ordersStatus", { token, query: { ref: [query.ref] } });
  await play("sandboxEvents", { token, body });
  await play("receipt", { token, query });
  const other = await opened(play);
  await play("exchangeCancel", { token: other.token, body: other.body });
}

async function heldOrder(play: Play) {
  const { token, body } = await opened(play);
  await play("sandboxEvents", { token, body: { ...body, event: "pay_partial", amount: "300" } });
  await play("exchangeProcess", { token, body, key: `process:${body.ref}` });
  await play("sandboxClock");
}

/** A member's draft that could be paid from the wallet. */
async function walletPayment(service: Exchange, play: Play) {
  const payer = await fundedMember(service, "pays.from.wallet@example.com");
  const { ref, token } = await walletDraft(service, "500", payer);
  const credentials = { token, ...by(payer.token) };
  await play("exchangeWalletTerms", { ...credentials, query: { ref } });
  await play("exchangeWalletCode", { ...credentials, body: { ref } });
}

/** A sign-up, and what a member reads and writes. */
async function member(service: Exchange, play: Play) {
  const { email } = callDocs.registerRequestCode.body;
  const challenge = (await play("registerRequestCode")).data.challenge_id;
  await play("registerVerifyAccount", { body: { challenge_id: challenge, code: await codeFor(service, email) } });
  const signedIn = (await play("signin")).data;
  if (signedIn["2fa"]) throw new Error("No second factor is set up yet");
  const credentials = by(signedIn.access_token);
  for (const name of ["memberSettingsProfile", "memberProfile", "memberSettingsAvatar", "memberLogins"] as const)
    await play(name, credentials);
  const session = (await play("memberSessions", credentials)).data.find(({ current }) => !current)?.id;
  await play("memberSessionRevoke", { ...credentials, query: { id: session } });
  await play("memberSessionsRevoke", credentials);
  await play("memberAddressCode", credentials);
  const { body } = callDocs.memberAddressAdd;
  const code = await codeFor(service, email, "address");
  const { id } = (await play("memberAddressAdd", { ...credentials, body: { ...body, code } })).data;
  await play("memberAddresses", credentials);
  await play("memberAddressRemove", { ...credentials, query: { id } });
  await play("memberOrders", credentials);
  await wallets(play, credentials);
  await play("memberExport", credentials);
  await play("memberClosing", credentials);
  await play("logout", credentials);
  await play("sandboxLetters", {
    peer: { address: "127.0.0.1", isTrusted: false },
    headers: { Host: "localhost:3001" },
  });
}

/** A wallet with a deposit. */
async function wallets(play: Play, credentials: ReturnType<typeof by>) {
  await play("balanceCurrencies", credentials);
  await play("balanceCreate", credentials);
  await play("sandboxDeposits", credentials);
  await play("balanceDetails", credentials);
  await play("balanceCoin", credentials);
  await play("memberTransactions", credentials);
  await play("memberStatement", credentials);
}

/** A withdrawal from its quote to its cancellation, and the report of another. */
async function withdrawals(service: Exchange, play: Play) {
  const { token, email } = await fundedMember(service, "takes.out@example.com");
  const credentials = by(token);
  await play("withdrawalQuote", credentials);
  const { id } = (await play("withdrawalsCreate", { ...credentials, key: "withdrawal" })).data;
  await service.pass(61);
  await play("withdrawalsCode", { ...credentials, body: { id } });
  await play("withdrawalsConfirm", { ...credentials, body: { id, code: await codeFor(service, email, "withdrawal") } });
  await play("withdrawalsShow", { ...credentials, query: { id } });
  await play("withdrawalsList", credentials);
  await play("withdrawalsCancel", { ...credentials, body: { id } });
  await play("balanceWithdraw", { ...credentials, key: "other withdrawal" });
  await play("withdrawalsAddressesOnly", credentials);
  // Codes are limited by the hour; the session ends after one.
  await service.pass(3540);
  await play("withdrawalsAddressesOnlyCode", credentials);
  const { key } = (await play("withdrawalsReport", { body: { key: await reportKey(service, email) } })).data;
  await play("memberFreezeShow", { body: { key } });
  await play("memberFreezeCode", { body: { key } });
  await play("memberFreeze", by(await signedIn(service, email)));
}

/** A partner with a link more, and an order through it. */
async function affiliates(service: Exchange, play: Play) {
  const credentials = by((await signedUp(service, "partner@example.com")).token);
  await play("affiliateTerms");
  const { code } = (await play("affiliateJoin", credentials)).data;
  const peer = { address: null, isTrusted: true };
  await play("affiliateClick", { body: { code }, peer });
  await executedOrder(service, { partner: code });
  await play("affiliateSummary", credentials);
  await play("affiliateReferrals", credentials);
  await play("affiliateEarnings", credentials);
  const { code: added } = (await play("affiliateLinkAdd", credentials)).data;
  await play("affiliateLinks", credentials);
  await play("affiliateLinkRename", { ...credentials, body: { code: added } });
  await play("affiliateLinkRemove", { ...credentials, query: { code: added } });
  await completedOrder(service, "payer@example.com", { partner: code, amount: "5000" });
  await service.pass(2 * 86_400);
  await settleRewards(service.ctx);
  await play("affiliatePayout", { ...by(await signedIn(service, "partner@example.com")), key: "payout" });
}

/** A ticket, from its message to its end, with a picture; and a member's list. */
async function support(service: Exchange, play: Play) {
  await play("supportHours");
  const { id } = (await play("supportAttachment", { key: "picture" })).data;
  const { ticket, token } = (await play("supportMessage", { key: "message", body: { attachments: [id] } })).data;
  await play("supportTicket", { token, query: { ticket } });
  await play("supportAnswer", { token, key: "answer", body: { ticket } });
  const mails = await service.emails(callDocs.supportMessage.body.email);
  const [emailed = ""] = mails.flatMap(({ text }) => new RegExp(`${ticket}\\?t=([a-z2-7]{26})`).exec(text)?.[1] ?? []);
  await play("supportAuthor", { token: emailed, body: { ticket } });
  await play("supportSolve", { token: emailed, body: { ticket } });
  const credentials = by((await signedUp(service, "tickets@example.com")).token);
  await play("supportMessage", { ...credentials, key: "member's message" });
  await play("memberTickets", credentials);
}

/** The changes of an account's security. Each gives the session a new bearer. */
async function security(service: Exchange, play: Play) {
  const { email, password } = callDocs.signin.body;
  const first = (await play("signin")).data;
  if (first["2fa"]) throw new Error("No second factor is set up yet");
  const secret = (await play("twoFactorGenerate", by(first.access_token))).data.secret;
  const code = totpCode(service, secret);
  let bearer = (await play("twoFactorEnable", { ...by(first.access_token), body: { code } })).data.access_token;
  await service.pass(60);
  const nextCode = totpCode(service, secret);
  bearer = (await play("twoFactorDisable", { ...by(bearer), body: { code: nextCode } })).data.access_token;
  await play("memberSettingsPhrase", by(bearer));
  bearer = (await play("memberSettingsPassword", by(bearer))).data.access_token;
  const reset = (await play("passwordResetCode")).data.challenge_id;
  const resetCode = await codeFor(service, String(email), "reset");
  await play("passwordUpdate", { body: { challenge_id: reset, code: resetCode, password } });
  const again = (await play("signin")).data;
  if (again["2fa"]) throw new Error("The second factor is off");
  const change = await play("emailChangeRequest", by(again.access_token));
  const newCode = await codeFor(service, String(callDocs.emailChangeRequest.body.email), "email_change");
  const changed = await play("emailChangeConfirm", {
    ...by(again.access_token),
    body: { challenge_id: change.data.challenge_id, code: newCode },
  });
  const credentials = by(changed.data.access_token);
  // Only an account with empty wallets can be closed.
  const { asset } = callDocs.sandboxDeposits.body;
  await service.call("sandboxDeposits", { ...credentials, body: { asset, event: "take_back" } });
  await play("memberClose", credentials);
}
