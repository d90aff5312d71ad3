import { and, inArray, isNotNull } from "drizzle-orm";
import { type Finding, verdicts } from "../../contract/market/verify.ts";
import type { Context } from "../context.ts";
import { order } from "../db/schema/orders.ts";
import { spellingsOf } from "../domain/addresses/address.ts";
import { isSignedByUs } from "../signing/verify.ts";
import { imitates } from "./look-alike.ts";
import { isOwnMessenger } from "./own-messenger.ts";
import { type OwnNames, ownNames } from "./own-names.ts";
import { bareNameIn, type Thing, thingsIn } from "./things-in-text.ts";

const mostThings = 10;
const longestShown = 120;

type Judgement = Pick<Finding, "verdict" | "reason">;
const judged = (verdict: Finding["verdict"], reason: Finding["reason"]): Judgement => ({ verdict, reason });

/**
 * For each thing in a pasted text whether it is ours. Strangers ask, so an answer has the same shape for every address
 * and never says for which order or when it was given out; the call is limited, since each answer about an address says
 * whether we gave it out.
 */
export async function verifyText(
  ctx: Pick<Context, "db" | "env" | "signer">,
  text: string,
  now: Date,
): Promise<{ findings: Finding[]; left_off: number }> {
  const things = thingsIn(text);
  const checked = things.slice(0, mostThings);
  const own = ownNames(ctx.env);
  const ours = await givenOut(ctx, checked);
  const keys = await ctx.signer.keys(ctx.db.orm, now);
  const words = nameWords(ctx.env.BRAND_NAME, own);
  const judge = (thing: Thing): Judgement => {
    if (thing.kind === "receipt") {
      return isSignedByUs(thing.text, keys, ctx.env.PUBLIC_ORIGIN)
        ? judged("ours", "signed")
        : judged("not_ours", "changed");
    }
    if (thing.kind === "order") return judged("unknown", "order_number");
    if (thing.kind === "address" || (thing.kind === "email" && ours(thing)))
      return addressJudgement(thing, ours(thing));
    if (own.messengers.some((messenger) => isOwnMessenger(thing, messenger))) return judged("ours", "listed");
    if (thing.kind === "link")
      return isOwnHost(thing.host, own) ? judged("ours", "listed") : foreign(thing.host, words);
    if (thing.kind === "email") return emailJudgement(thing, own, words);
    return foreign(thing.handle, words);
  };
  const findings = checked.map((thing) => ({
    kind: thing.kind,
    text: thing.text.slice(0, longestShown),
    ...judge(thing),
  }));
  return {
    findings:
      findings.length === 0
        ? [nothingFound(text, own, words)]
        : findings.sort((one, other) => badness(one) - badness(other)),
    left_off: things.length - checked.length,
  };
}

/** A name alone may be that of an account, as it is written without the `@` of a messenger. */
function nothingFound(text: string, own: OwnNames, words: readonly string[]): Finding {
  const shown = text.slice(0, longestShown);
  const name = bareNameIn(text);
  if (!name) return { kind: "text", text: shown, ...judged("unknown", "nothing") };
  const isListed = own.messengers.some((messenger) => isOwnMessenger(name, messenger));
  const imitation = words.includes(name.handle.toLowerCase()) ? null : imitates(name.handle, words);
  if (isListed || imitation) {
    const judgement = isListed ? judged("ours", "listed") : judged("not_ours", imitation ?? "other");
    return { kind: name.kind, text: name.text, ...judgement };
  }
  return { kind: "text", text: name.text, ...judged("unknown", "bare_name") };
}

const verdictOrder: readonly string[] = verdicts;

/** Not ours before unknown before ours; imitations before others. */
function badness({ verdict, reason }: Finding): number {
  return verdictOrder.indexOf(verdict) * 2 + (reason === "other" ? 1 : 0);
}

/** Whether we have given an address, or a PayPal account, to a customer to pay to. One query, whatever is asked. */
async function givenOut({ db }: Pick<Context, "db">, things: readonly Thing[]): Promise<(thing: Thing) => boolean> {
  const asked = things.filter(({ kind }) => kind === "address" || kind === "email");
  const spellings = asked.flatMap(({ text }) => [...caseReadings(text), ...spellingsIn(text)]);
  const rows = await db.orm
    .selectDistinct({ address: order.payinAddress })
    .from(order)
    .where(and(inArray(order.payinAddress, ["", ...spellings]), isNotNull(order.payinMethod)));
  const known = new Set(rows.map(({ address }) => address));
  return ({ text }) => [...caseReadings(text), ...spellingsIn(text)].some((spelling) => known.has(spelling));
}

/** QR codes have addresses in capitals where a network does not distinguish them. */
const caseReadings = (text: string) => (text === text.toUpperCase() ? [text, text.toLowerCase()] : [text]);
const spellingsIn = (text: string) => caseReadings(text).flatMap(spellingsOf);

function addressJudgement({ text }: Thing, isOurs: boolean): Judgement {
  if (isOurs) return judged("ours", "given_out");
  return judged("not_ours", spellingsIn(text).length > 0 ? "other" : "mistyped");
}

function emailJudgement({ text, host }: Thing & { kind: "email" }, own: OwnNames, words: readonly string[]): Judgement {
  if (own.emails.includes(text.toLowerCase())) return judged("ours", "listed");
  const isOwn = isOwnHost(host, own) || own.emails.some((email) => email.endsWith(`@${host}`));
  return isOwn ? judged("unknown", "own_domain") : foreign(text, words);
}

function isOwnHost(host: string, { sites }: OwnNames): boolean {
  return sites.some((site) => host === site || host.endsWith(`.${site}`));
}

const foreign = (text: string, words: readonly string[]) => judged("not_ours", imitates(text, words) ?? "other");

/** Our brand, and our sites without the ending. */
function nameWords(brand: string, { sites }: OwnNames): string[] {
  const labels = sites.map((site) => site.split(".").at(-2) ?? site);
  return [...new Set([brand, ...labels].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")))];
}
