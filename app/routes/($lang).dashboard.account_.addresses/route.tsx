import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember, signInAgain } from "../../auth/member.server.ts";
import { accountPage, redirectDone } from "../../components/account/account-page.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed } from "../../http/response/fail.server.ts";
import { addressForm, removeForm } from "./address-form.server.ts";
import { AddressesPage } from "./addresses-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

const path = "/dashboard/account/addresses";

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const [list, market] = await Promise.all([api(args, "memberAddresses", { query: {} }), loadMarket(args)]);
  if (!list.ok) throw failed(args.request, list.problem);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const { common, headers } = await accountPage(args, "addresses");
  return data({ ...common, saved: list.data.data, assets: market.reply.data.assets }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  if ((await args.request.clone().formData()).get("intent") === "remove") return remove(args);
  const form = await parseForm(args.request.clone(), addressForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const added = await api(args, "memberAddressAdd", { body: form.value });
  if (added.ok) throw redirectDone(args.request, path, "added");
  if (added.problem.code === "sign_in_again") throw await signInAgain(args);
  return data({ reply: form.refused(added.problem) }, { status: added.problem.status });
}

/** An address that is already gone counts as removed. */
async function remove(args: RouteArgs) {
  const form = await parseForm(args.request, removeForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const removed = await api(args, "memberAddressRemove", { query: form.value });
  if (removed.ok || removed.problem.code === "not_found") throw redirectDone(args.request, path, "removed");
  return data({ reply: form.refused(removed.problem) }, { status: removed.problem.status });
}

export default function Addresses() {
  return <AddressesPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>()?.reply} />;
}
