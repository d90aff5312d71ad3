import { data, redirectDocument } from "@remix-run/node";
import type { z } from "zod/v4";
import type { addressCodeReply } from "../../../contract/member/member.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { signInAgain } from "../../auth/member.server.ts";
import { redirectDone } from "../../components/account/account-page.server.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { FormReply } from "../../forms/reply.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { addressForm, confirmAddressForm, removeForm } from "./address-form.server.ts";

export const addressesPath = "/dashboard/account/addresses";

export type AddressToConfirm = z.output<typeof addressCodeReply>["data"];
export type AddressesFormResult = {
  reply: FormReply | undefined;
  /** The second step: what is about to be saved. */
  confirm?: AddressToConfirm | undefined;
  triesLeft?: number | undefined;
  /** Back to the first step, with what was typed. */
  typed?: Record<string, string> | undefined;
};

/** The first step: checks the address and has its code emailed. Again for another code. */
export async function askForCode(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), addressForm);
  if (!form.ok) return respond({ reply: form.reply }, 400);
  const asked = await api(args, "memberAddressCode", { body: form.value });
  if (asked.ok) return respond({ reply: undefined, confirm: asked.data.data }, 200);
  return refused(args, asked.problem, form.refused(asked.problem));
}

/** The second step. A wrong code keeps the page; an address that is refused meanwhile goes back to its form. */
export async function saveAddress(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), confirmAddressForm);
  if (!form.ok) return respond({ reply: form.reply, confirm: shownAgain(form.reply.values) }, 400);
  const saved = await api(args, "memberAddressAdd", { body: form.value });
  if (saved.ok) throw seeOther(args, `${addressesPath}?saved=${encodeURIComponent(saved.data.data.id)}`);
  const reply = form.refused(saved.problem);
  const isAboutAddress = Object.keys(reply.fields).some((name) => name !== "code");
  if (isAboutAddress || saved.problem.code === "sign_in_again") return refused(args, saved.problem, reply);
  const { attempts_left: triesLeft, status } = saved.problem;
  return respond({ reply, confirm: shownAgain(reply.values), triesLeft }, status);
}

/** Back to the first step. */
export async function changeAddress(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), addressForm);
  return form.ok
    ? respond({ reply: undefined, typed: { ...form.value, memo: form.value.memo ?? "" } }, 200)
    : respond({ reply: form.reply }, 400);
}

/** An address that is already gone counts as removed. */
export async function removeAddress(args: RouteArgs) {
  const form = await parseForm(args.request.clone(), removeForm);
  if (!form.ok) return respond({ reply: form.reply }, 400);
  const removed = await api(args, "memberAddressRemove", { query: form.value });
  if (removed.ok || removed.problem.code === "not_found") throw redirectDone(args.request, addressesPath, "removed");
  return refused(args, removed.problem, form.refused(removed.problem));
}

/** What the page of the second step showed, from its own form: the service compares it with the code. */
function shownAgain(values: Record<string, string>): AddressToConfirm {
  const { asset = "", label = "", account = "", memo = "", usable_at = "", confirm_with, renames, digits } = values;
  const challenge = { expires_at: values.valid_until ?? "", resend_at: "", code_length: Number(digits) || 6 };
  return {
    ...{ asset, label, account, memo: memo === "" ? null : memo, usable_at, renames: renames === "1" },
    ...(confirm_with === "authenticator"
      ? ({ confirm_with: "authenticator", challenge: null } as const)
      : ({ confirm_with: "email", challenge } as const)),
  };
}

async function refused(args: RouteArgs, problem: ApiProblem, reply: FormReply) {
  if (problem.code === "sign_in_again") throw await signInAgain(args);
  return respond({ reply }, problem.status);
}

/** A redirect, so that a reload repeats nothing. */
const seeOther = ({ request }: RouteArgs, path: string) => redirectDocument(href(langOf(request), path), 303);

function respond(content: AddressesFormResult, status: number) {
  return data(content, { status });
}
