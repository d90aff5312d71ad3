import { repairedUrl, withoutGoogleAnswer, withoutOrderToken } from "../../http/paths/request-url.ts";
import type { Step } from "../visit.ts";

/** Nothing to normalise and no secrets: most requests. */
const isPlain = /^\/(?:[\w-]+(?:\.\w+)*(?:\/[\w-]+(?:\.\w+)*)*)?$/;

/** Normalises the target and extracts the secrets it may carry. */
export const targetStep: Step = (visit) => {
  const asked = visit.incoming.url ?? "/";
  if (isPlain.test(asked)) {
    visit.path = asked;
    return undefined;
  }
  const { url: withAnswer, token } = withoutOrderToken(repairedUrl(asked));
  const { url, answer } = withoutGoogleAnswer(withAnswer);
  visit.facts.orderToken = token;
  visit.facts.googleAnswer = answer;
  const mark = url.indexOf("?");
  visit.path = mark < 0 ? url : url.slice(0, mark);
  visit.search = mark < 0 ? "" : url.slice(mark);
  return undefined;
};
