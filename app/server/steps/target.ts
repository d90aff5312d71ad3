import { repairedUrl, withoutGoogleAnswer, withoutOrderToken } from "../../http/paths/request-url.ts";
import type { Step, Visit } from "../visit.ts";

/** Nothing to normalise, neither in the path nor in the query: most requests. */
const isPlain = /^\/(?:[\w-]+(?:\.\w+)*(?:\/[\w-]+(?:\.\w+)*)*)?(?:\?[\w.=&-]*)?$/;
/** An order token, or the query of Google's callback. */
const mayBeSecret = /[?&]t(?:[=&]|$)|\/callback/i;

/** Normalises the target and extracts the secrets it may carry. */
export const targetStep: Step = (visit) => {
  const rawTarget = visit.incoming.url ?? "/";
  if (isPlain.test(rawTarget) && !mayBeSecret.test(rawTarget)) {
    setTarget(visit, rawTarget);
    return undefined;
  }
  const { url: withAnswer, token } = withoutOrderToken(repairedUrl(rawTarget));
  const { url, answer } = withoutGoogleAnswer(withAnswer);
  visit.facts.orderToken = token;
  visit.facts.googleAnswer = answer;
  setTarget(visit, url);
  return undefined;
};

function setTarget(visit: Visit, url: string): void {
  const mark = url.indexOf("?");
  visit.path = mark < 0 ? url : url.slice(0, mark);
  visit.search = mark < 0 ? "" : url.slice(mark);
}
