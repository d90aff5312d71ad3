import { data, redirectDocument } from "@remix-run/node";
import { z } from "zod/v4";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { signInAgain } from "../../auth/member.server.ts";
import { walletsFailed } from "../../components/wallets/wallets.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";

/** `isCodeSent`: the field for the emailed code is shown. */
export type AddressesOnlyResult = { reply: FormReply | undefined; isCodeSent: boolean };

const plainForm = z.object({});
const codeForm = z.object({ code: z.string({ error: "required" }).max(64, { error: "too_long" }) });

/** Limits withdrawals to saved addresses, at once. */
export async function turnOn(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), plainForm);
  if (!form.ok) return respond(form.reply, 400);
  const done = await api(args, "withdrawalsAddressesOnly", { body: { on: true } });
  if (done.ok) throw back(args);
  return stopped(args, done.problem, form.refused(done.problem));
}

/** Ends that, which takes a day and a code. */
export async function turnOff(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), codeForm);
  if (!form.ok) return respond(form.reply, 400);
  const done = await api(args, "withdrawalsAddressesOnly", { body: { on: false, code: form.value.code } });
  if (done.ok) throw back(args);
  return stopped(args, done.problem, form.refused(done.problem));
}

/** For members without an authenticator. */
export async function sendCode(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), plainForm);
  if (!form.ok) return respond(form.reply, 400);
  const sent = await api(args, "withdrawalsAddressesOnlyCode", {});
  if (sent.ok) return respond(undefined, 200);
  return stopped(args, sent.problem, form.refused(sent.problem));
}

async function stopped(args: RouteArgs, problem: ApiProblem, reply: FormReply) {
  if (problem.code === "sign_in_again") throw await signInAgain(args);
  if (problem.code === "not_available") throw walletsFailed(args.request, problem);
  return respond(reply, problem.status);
}

/** A redirect, so that a reload repeats nothing. */
const back = ({ request }: RouteArgs) => redirectDocument(href(langOf(request), "/dashboard/withdrawals#only"), 303);

function respond(reply: FormReply | undefined, status: number) {
  const actionData: AddressesOnlyResult = { reply, isCodeSent: true };
  return data(actionData, { status });
}
