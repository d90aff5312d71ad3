import { z } from "zod/v4";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { defaultPolicy } from "../../../upstream/orders/rules/policy.ts";
import type { RailMovement } from "../../../upstream/ports/payout-rail.ts";
import type { ApiResponse, Wire } from "../service/api-client.ts";
import { refOf } from "./sending.ts";

/** What people have said where their money shall go, from the calls alone: nothing of it is read from the database. */
export type DestinationModel = {
  /** Remembers a call that was answered. */
  heard(name: EndpointName, sent: Wire, answer: Pick<ApiResponse<EndpointName>, "status" | "text">): void;
  /** An operator has named this account for a refund. */
  namedByOperator(ref: string, account: string): void;
  /** What is wrong with a transfer that a rail is asked to send; undefined where somebody entitled has named its account. */
  wrongTransfer(movement: RailMovement, at: TransferContext): string | undefined;
};

/** At the rail: its own address, and the ids of the order's payments, by which it refunds a payer. */
type TransferContext = { decimals: number; hotAddress: string | null; paymentIds: readonly string[] };

const place = z.object({ account: z.string() }).partial().nullish();
const orderBody = z.object({
  ref: z.string(),
  payout: place,
  refund: place,
  pay_with: z.string().nullish(),
});
const withdrawalReply = z.object({ data: z.object({ id: z.string(), net: z.string(), account: z.string() }) });
const confirmation = z.object({ id: z.string(), account: z.string() });

type Kind = "payout" | "refund";
type Request = { net: string; account: string; isConfirmed: boolean };

/**
 * An order's money goes to accounts that its customer named for it, a refund also to the payer or where an operator sends
 * it; a withdrawal to the address that was confirmed with the code, with the amount shown then; a sweep to the rail's own
 * address. Money of a wallet goes to `isNew` accounts a day after it was paid.
 */
export function destinationModel(now: () => Date, isNew: (account: string) => boolean): DestinationModel {
  const named = new Map<string, Set<string>>();
  const requests = new Map<string, Request>();
  const paidFromWallet = new Map<string, Date>();
  const name = (ref: string, kind: Kind, account: string | undefined) => {
    const key = `${kind} ${ref}`;
    if (account) named.set(key, (named.get(key) ?? new Set()).add(account));
  };
  const orderCalls: readonly EndpointName[] = ["exchangeStepTwo", "exchangeProcess", "exchangeExecute"];
  return {
    heard(call, { body }, { status, text }) {
      if (status >= 300) return;
      if (orderCalls.includes(call)) {
        const { ref, payout, refund, pay_with } = orderBody.parse(body);
        name(ref, "payout", payout?.account);
        name(ref, "refund", refund?.account);
        if (pay_with === "balance" && !paidFromWallet.has(ref)) paidFromWallet.set(ref, now());
      } else if (call === "withdrawalsCreate") {
        const { id, net, account } = withdrawalReply.parse(JSON.parse(text)).data;
        if (!requests.has(id)) requests.set(id, { net, account, isConfirmed: false });
      } else if (call === "withdrawalsConfirm") {
        const { id, account } = confirmation.parse(body);
        const request = requests.get(id);
        if (request) request.isConfirmed = request.account === account;
      }
    },
    namedByOperator: (ref, account) => name(ref, "refund", account),
    wrongTransfer(movement, { decimals, hotAddress, paymentIds }) {
      const { id, kind, account, amount } = movement;
      const ref = refOf(id);
      if (kind === "sweep") return account === hotAddress ? undefined : `${id} is swept to ${account}`;
      if (kind === "payout" || kind === "refund") {
        const isToPayer = kind === "refund" && paymentIds.includes(account);
        if (!isToPayer && !named.get(`${kind} ${ref}`)?.has(account))
          return `${id} goes to ${account}, which nobody named for it`;
        const paidAt = kind === "payout" ? paidFromWallet.get(ref) : undefined;
        const waitedMs = paidAt ? now().getTime() - paidAt.getTime() : Number.POSITIVE_INFINITY;
        const isEarly = isNew(account) && waitedMs < defaultPolicy.withdrawals.newAddressSeconds * 1000;
        return isEarly ? `${id} goes from a wallet to a new account after ${waitedMs / 1000} s` : undefined;
      }
      const request = requests.get(ref);
      if (!request?.isConfirmed) return `${id} leaves unconfirmed`;
      const isAsShown = request.account === account && request.net === formatDecimal(amount, decimals);
      return isAsShown
        ? undefined
        : `${id} sends ${amount} to ${account}, confirmed were ${request.net} to ${request.account}`;
    },
  };
}
