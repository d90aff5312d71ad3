import { addr } from "micro-eth-signer";
import type { Accounts } from "./accounts.ts";
import { countApprovals } from "./approvals.ts";
import type { Book } from "./book.ts";
import type { Entry } from "./list-line.ts";
import type { SignRefusal } from "./protocol/answers.ts";
import { type SignRequest, signRequest } from "./protocol/sign-request.ts";
import type { AssetSettings, SignerSettings } from "./settings.ts";
import type { Transfer } from "./transaction.ts";

/** `reason`: a sentence for the operator. */
export type Refused = { refused: SignRefusal; reason: string };

/** What to sign and list: `deposit` null for a payout. */
type Approved = {
  transfer: Transfer;
  purpose: Pick<Entry, "id" | "step" | "deposit" | "asset" | "from" | "to" | "isApproved">;
};

/** `existing`: this was signed before; the same transaction is handed out again. */
export type Decision = Refused | { existing: Entry } | Approved;

export type Rules = { settings: SignerSettings; accounts: Accounts; book: Book };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zeroAddress = `0x${"0".repeat(40)}`;

/** Decides about the body of `POST /sign`. It changes nothing; a refusal uses no nonce. */
export function decide(rules: Rules, body: unknown, now: Date): Decision {
  const read = signRequest.safeParse(body);
  if (!read.success) return refuse("malformed", `A field is missing or wrong: ${fieldsOf(read.error.issues)}.`);
  const request = read.data;
  const asset = rules.settings.assets.get(request.asset);
  if (!asset) return refuse("asset", `The settings name no asset ${request.asset}.`);
  const addressed = addressesOf(rules, request, asset);
  if ("refused" in addressed) return addressed;
  const versions = rules.book.versions(request);
  return versions.length > 0
    ? decideVersion(rules, request, asset, addressed, versions, now)
    : decideFirst(rules, request, asset, addressed, now);
}

type Addresses = { from: string; to: string };

/** The sending account and the receiver. A receiver that is our own account must be the address that the signer derives. */
function addressesOf(rules: Rules, request: SignRequest, asset: AssetSettings): Addresses | Refused {
  const { accounts, settings } = rules;
  const { step, deposit = 0 } = request;
  if (!addr.isValid(request.to)) return refuse("malformed", "`to` is not an address, or its checksum is wrong.");
  const to = addr.addChecksum(request.to);
  const mustBe = (field: string, from: string) =>
    to === field ? { from, to } : refuse("malformed", `The receiver of a ${step} must be ${field}.`);
  if (step === "sweep") return mustBe(accounts.hot.address, accounts.deposit(deposit).address);
  if (step === "topup") {
    if (asset.contract !== null) return refuse("malformed", "A top-up is in the network's coin.");
    return mustBe(accounts.deposit(deposit).address, accounts.gas.address);
  }
  const isContract = [...settings.assets.values()].some(({ contract }) => contract === to);
  if (isContract || to === zeroAddress) return refuse("malformed", "Money sent to this address would be lost.");
  return { from: accounts.hot.address, to };
}

function decideFirst(
  rules: Rules,
  request: SignRequest,
  asset: AssetSettings,
  { from, to }: Addresses,
  now: Date,
): Decision {
  const { settings, book } = rules;
  const isApproved = countApprovals(request, settings, now) >= settings.operators.needed;
  const objection =
    destinationObjection(request, to, isApproved) ??
    capObjection(rules, request, asset, isApproved, now) ??
    feeObjection(rules, request, asset, now);
  if (objection) return objection;
  const fees = { gas: asset.gas, maxFee: request.maxFee, tip: smaller(settings.fees.tip, request.maxFee) };
  return approve(rules, request, asset, { from, to }, { ...fees, nonce: book.nextNonce(from), isApproved });
}

/** A further version: same nonce, higher fee. Its amount was counted with the first. */
function decideVersion(
  rules: Rules,
  request: SignRequest,
  asset: AssetSettings,
  addresses: Addresses,
  versions: readonly Entry[],
  now: Date,
): Decision {
  const { asset: name, amount, maxFee } = request;
  const newest = versions.at(-1);
  if (!newest) throw new Error("A version needs one before it");
  if (newest.asset !== name || newest.amount !== amount || newest.to !== addresses.to)
    return refuse("id_taken", `${request.id} was signed with another asset, amount or receiver.`);
  const existing = versions.find((version) => version.maxFee === maxFee);
  if (existing) return { existing };
  if (maxFee * 10n < newest.maxFee * 11n)
    return refuse("bump_too_small", `The fee must be at least 110 % of ${newest.maxFee} wei.`);
  if (versions.length >= rules.settings.versions)
    return refuse("too_many_versions", `${request.id} has ${versions.length} versions.`);
  const objection = feeObjection(rules, request, asset, now);
  if (objection) return objection;
  // Nodes ask the rise of the fee and of the tip.
  const tip = smaller((newest.tip * maxFee + newest.maxFee - 1n) / newest.maxFee, maxFee);
  const { nonce, isApproved } = newest;
  return approve(rules, request, asset, addresses, { gas: asset.gas, maxFee, tip, nonce, isApproved });
}

type Terms = Pick<Transfer, "gas" | "maxFee" | "tip" | "nonce"> & { isApproved: boolean };

function approve(
  { settings }: Rules,
  { id, step, deposit, asset: name, amount }: SignRequest,
  { contract }: AssetSettings,
  { from, to }: Addresses,
  { isApproved, ...terms }: Terms,
): Approved {
  const transfer = { chain: settings.chain, contract, to, amount, ...terms };
  return { transfer, purpose: { id, step, deposit: deposit ?? null, asset: name, from, to, isApproved } };
}

/** A payout goes where it was confirmed, or where operators have approved it. */
function destinationObjection(
  { step, destination, amount }: SignRequest,
  to: string,
  isApproved: boolean,
): Refused | undefined {
  if (step !== "payout") return undefined;
  if (!destination)
    return isApproved ? undefined : refuse("needs_operator", "No confirmed destination was shown with it.");
  if (destination.account.toLowerCase() !== to.toLowerCase())
    return refuse("destination", "The receiver is not the confirmed one.");
  if (destination.amount !== null && destination.amount !== amount)
    return refuse("destination", "The amount is not the confirmed one.");
  if (destination.memo) return refuse("destination", "The destination has a memo, and this network carries none.");
  return undefined;
}

function capObjection(
  { settings, book }: Rules,
  { step, asset: name, amount, byOperator }: SignRequest,
  asset: AssetSettings,
  isApproved: boolean,
  now: Date,
): Refused | undefined {
  // A sweep stays with us.
  if (step === "sweep" || isApproved) return undefined;
  const { alone, hour, day } = step === "topup" ? settings.topups : asset;
  if (byOperator) return refuse("needs_operator", "An operator's word has created or redirected it.");
  if (amount > alone) return refuse("needs_operator", `It is above ${alone}, the most without approvals.`);
  if (book.moved(step, name, before(now, hourMs)) + amount > hour)
    return refuse("cap_hour", `With it, more than ${hour} would leave within an hour.`);
  if (book.moved(step, name, before(now, dayMs)) + amount > day)
    return refuse("cap_day", `With it, more than ${day} would leave within a day.`);
  return undefined;
}

function feeObjection(
  { settings: { fees }, book }: Rules,
  request: SignRequest,
  { gas }: AssetSettings,
  now: Date,
): Refused | undefined {
  const fee = gas * request.maxFee;
  if (request.maxFee > fees.perGas) return refuse("fee_cap", `The fee is above ${fees.perGas} wei for a unit of gas.`);
  if (fee > fees.one) return refuse("fee_cap", `The fee may be ${fee} wei, above ${fees.one}.`);
  if (book.fees(before(now, dayMs), request) + fee > fees.day)
    return refuse("fee_cap_day", `With it, fees of a day may be above ${fees.day} wei.`);
  return undefined;
}

const refuse = (refused: SignRefusal, reason: string): Refused => ({ refused, reason });
const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

function fieldsOf(issues: readonly { path: readonly PropertyKey[] }[]): string {
  return [...new Set(issues.map(({ path: [field = "deposit"] }) => String(field)))].join(", ");
}
