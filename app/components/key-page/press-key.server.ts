import { data } from "@remix-run/node";
import { z } from "zod/v4";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

type Answer = { ok: true } | { ok: false; problem: ApiProblem };

/**
 * The action of a link's page. The key is in the form, or in the address that a mail program posts to (RFC 8058). `old` has
 * what the page says, by the code of the refusal, of a link that can act no more.
 */
export async function pressKey(
  args: RouteArgs,
  call: (key: string) => Promise<Answer>,
  old: Readonly<Record<string, string>> = {},
) {
  const { request, context } = args;
  const key = z.string({ error: "required" }).max(200);
  const schema = z.object({ key: context.orderToken === null ? key : key.default(context.orderToken) });
  const form = await parseForm(request, schema);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const answer = await call(form.value.key);
  if (answer.ok) return { done: true };
  const { status, code } = answer.problem;
  const text = Object.hasOwn(old, code) ? old[code] : undefined;
  if (text !== undefined) return data({ old: text }, { status });
  return data({ reply: form.refused(answer.problem) }, { status });
}
