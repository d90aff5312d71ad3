import { data, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { api } from "../../api/client.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed } from "../../http/response/fail.server.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import type { AffiliateFormResult } from "./affiliate-form-result.ts";

const label = z.string({ error: "required" }).max(200, { error: "too_long" });
const code = z.string({ error: "required" }).max(64, { error: "too_long" });
const addForm = z.object({ label, code: z.string().max(64, { error: "too_long" }).optional() });
const renameForm = z.object({ label, code });
const removeForm = z.object({ code });
/** What was paid out, ready and refused when the page was made: the same form sent twice pays once. */
const payoutForm = z.object({ total: z.string({ error: "required" }).regex(/^[\d. ]{3,100}$/, { error: "invalid" }) });

/** Makes the member a partner, or changes the partner's links. */
export async function changeAffiliates(args: RouteArgs) {
  switch ((await args.request.clone().formData()).get("intent")) {
    case "join":
      return join(args);
    case "rename":
      return rename(args);
    case "remove":
      return remove(args);
    case "payout":
      return payOut(args);
    default:
      return add(args);
  }
}

async function join(args: RouteArgs) {
  const joined = await api(args, "affiliateJoin", {});
  if (!joined.ok) throw failed(args.request, joined.problem);
  return done(args);
}

async function add(args: RouteArgs) {
  const form = await parseForm(args.request, addForm);
  if (!form.ok) return respond("add", form.reply, 400);
  const added = await api(args, "affiliateLinkAdd", { body: form.value });
  if (added.ok) return done(args);
  return respond("add", form.refused(added.problem), added.problem.status);
}

async function rename(args: RouteArgs) {
  const form = await parseForm(args.request, renameForm);
  if (!form.ok) return respond("rename", form.reply, 400);
  const renamed = await api(args, "affiliateLinkRename", { body: form.value });
  if (renamed.ok) return done(args);
  return respond("rename", form.refused(renamed.problem), renamed.problem.status);
}

/** A link that is already gone counts as removed; a fault is shown with the list of links, as of a rename. */
async function remove(args: RouteArgs) {
  const form = await parseForm(args.request, removeForm);
  if (!form.ok) return respond("rename", form.reply, 400);
  const removed = await api(args, "affiliateLinkRemove", { query: form.value });
  if (removed.ok || removed.problem.code === "not_found") return done(args);
  return respond("rename", form.refused(removed.problem), removed.problem.status);
}

async function payOut(args: RouteArgs) {
  const form = await parseForm(args.request, payoutForm);
  if (!form.ok) return respond("payout", form.reply, 400);
  const paid = await api(args, "affiliatePayout", { body: {}, idempotencyKey: `rewards ${form.value.total}` });
  if (!paid.ok) return respond("payout", form.refused(paid.problem), paid.problem.status);
  if (paid.data.data.state === "waiting") return done(args);
  throw redirect(href(langOf(args.request), `/dashboard/wallets/${paid.data.data.asset}`), 303);
}

function respond(form: AffiliateFormResult["form"], reply: FormReply, status: number) {
  return data<AffiliateFormResult>({ form, reply }, { status });
}

/** Back to the page, so that a reload repeats nothing. */
function done({ request }: RouteArgs): never {
  throw redirect(href(langOf(request), "/dashboard/affiliates"), 303);
}
