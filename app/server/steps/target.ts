import { repairedUrl, withoutGoogleAnswer, withoutOrderToken } from "../../http/paths/request-url.ts";
import type { FrontRequest, Step } from "../front-request.ts";

/** Nothing to normalise, neither in the path nor in the query: most requests. */
const isPlain = /^\/(?:[\w-]+(?:\.\w+)*(?:\/[\w-]+(?:\.\w+)*)*)?(?:\?[\w.=&-]*)?$/;
/** An order token, or the query of Google's callback. */
const mayBeSecret = /[?&]t(?:[=&]|$)|\/callback/i;

/** Normalises the target and extracts the secrets it may carry. */
export const targetStep: Step = (request) => {
  const rawTarget = request.incoming.url ?? "/";
  if (isPlain.test(rawTarget) && !mayBeSecret.test(rawTarget)) {
    setTarget(request, rawTarget);
    return undefined;
  }
  const { url: withAnswer, token } = withoutOrderToken(repairedUrl(rawTarget));
  const { url, answer } = withoutGoogleAnswer(withAnswer);
  request.facts.orderToken = token;
  request.facts.googleAnswer = answer;
  setTarget(request, url);
  return undefined;
};

function setTarget(request: FrontRequest, url: string): void {
  const mark = url.indexOf("?");
  request.path = mark < 0 ? url : url.slice(0, mark);
  request.search = mark < 0 ? "" : url.slice(mark);
}
