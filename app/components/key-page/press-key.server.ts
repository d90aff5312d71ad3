import { data } from "@remix-run/node";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { refusedReply } from "../../forms/form-reply.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { doneAddress } from "./opened-link.server.ts";

type KeyCallResult = { ok: true } | { ok: false; problem: ApiProblem };

/**
 * The action of a link's page. The key is in the address, to which mail programs post too (RFC 8058). `old` has what the
 * page says, by the code of the refusal, of a link that can act no more.
 */
export async function pressKey(
  args: RouteArgs,
  call: (key: string) => Promise<KeyCallResult>,
  old: Readonly<Record<string, string>> = {},
) {
  const { orderToken: key } = args.context;
  // The page then says that the link is not whole.
  if (key === null) return data({}, { status: 400 });
  const result = await call(key);
  if (result.ok) {
    args.context.answerAddress = doneAddress(args, key);
    return { done: true };
  }
  const { status, code } = result.problem;
  const text = Object.hasOwn(old, code) ? old[code] : undefined;
  if (text !== undefined) return data({ old: text }, { status });
  return data({ reply: refusedReply(langOf(args.request), {}, result.problem) }, { status });
}
