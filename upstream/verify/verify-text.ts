import { type Finding, verdicts } from "../../contract/verify/verify.ts";
import type { Context } from "../ports/context.ts";
import { readCodedReceipts } from "./coded-receipts.ts";
import { readGivenOut, spellingsIn } from "./given-out.ts";
import { imitates } from "./look-alike.ts";
import { isOwnMessenger } from "./own-messenger.ts";
import { type OwnNames, ownNames } from "./own-names.ts";
import { isOwnHost, isOwnLink } from "./own-site.ts";
import { isSignedByUs } from "./signing/verify.ts";
import { bareNameIn, type Thing, thingsIn } from "./things-in-text.ts";

const mostThings = 10;
const longestShown = 120;

type Judgement = Pick<Finding, "verdict" | "reason" | "receipt">;
const judged = (verdict: Finding["verdict"], reason: Finding["reason"]): Judgement => {
  return { verdict, reason, receipt: null };
};

/**
 * For each thing in a pasted text whether it is ours. Strangers ask, so an answer has the same shape for every address
 * and never says for which order or when it was given out; the call is limited, since each answer about an address says
 * whether we gave it out.
 */
export async function verifyText(
  ctx: Pick<Context, "db" | "env" | "market" | "signer" | "rails">,
  text: string,
  now: Date,
): Promise<{ findings: Finding[]; left_off: number }> {
  const things = thingsIn(text);
  const checked = things.slice(0, mostThings);
  const names = ownNames(ctx.env);
  const sourceOf = await readGivenOut(ctx, checked);
  const codeJudgement = await readCodedReceipts(ctx, checked);
  const keys = await ctx.signer.keys(ctx.db.orm, now);
  const words = nameWords(ctx.env.BRAND_NAME, names);
  const judge = (thing: Thing): Judgement => {
    if (thing.kind === "receipt") {
      return isSignedByUs(thing.text, keys, ctx.env.PUBLIC_ORIGIN)
        ? judged("ours", "signed")
        : judged("not_ours", "changed");
    }
    if (thing.kind === "code") return codeJudgement(thing.text);
    if (thing.kind === "order") return judged("unknown", "order_number");
    const source = sourceOf(thing);
    if (source) return judged("ours", source);
    if (thing.kind === "address") return foreignAddress(thing.text);
    if (names.messengers.some((messenger) => isOwnMessenger(thing, messenger))) return judged("ours", "listed");
    if (thing.kind === "link") return linkJudgement(thing, names, words);
    if (thing.kind === "email") return emailJudgement(thing, names, words);
    return foreign(thing.handle, words);
  };
  const findings = checked.map((thing) => ({
    kind: thing.kind,
    text: thing.text.slice(0, longestShown),
    ...judge(thing),
  }));
  return {
    findings:
      findings.length === 0 ? [nothingFound(text, names, words)] : findings.sort((a, b) => badness(a) - badness(b)),
    left_off: things.length - checked.length,
  };
}

/** A name alone may be that of an account, as it is written without the `@` of a messenger. */
function nothingFound(text: string, names: OwnNames, words: readonly string[]): Finding {
  const excerpt = text.slice(0, longestShown);
  const name = bareNameIn(text);
  if (!name) return { kind: "text", text: excerpt, ...judged("unknown", "nothing") };
  const isListed = names.messengers.some((messenger) => isOwnMessenger(name, messenger));
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

const foreignAddress = (text: string) => judged("not_ours", spellingsIn(text).length > 0 ? "other" : "mistyped");

function linkJudgement({ text, host }: Thing & { kind: "link" }, names: OwnNames, words: readonly string[]): Judgement {
  if (isOwnLink(text, names)) return judged("ours", "listed");
  return isOwnHost(host, names) ? judged("not_ours", "address_form") : foreign(host, words);
}

function emailJudgement(
  { text, host }: Thing & { kind: "email" },
  names: OwnNames,
  words: readonly string[],
): Judgement {
  if (names.emails.includes(text.toLowerCase())) return judged("ours", "listed");
  const isOwn = isOwnHost(host, names) || names.emails.some((email) => email.endsWith(`@${host}`));
  return isOwn ? judged("unknown", "own_domain") : foreign(text, words);
}

const foreign = (text: string, words: readonly string[]) => judged("not_ours", imitates(text, words) ?? "other");

/** Our brand, and our sites without the ending. */
function nameWords(brand: string, { sites }: OwnNames): string[] {
  const labels = sites.map((site) => site.split(".").at(-2) ?? site);
  return [...new Set([brand, ...labels].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")))];
}
