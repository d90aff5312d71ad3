import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage } from "../../components/account/account-page.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { failed } from "../../http/response/fail.server.ts";
import { askForCode, changeAddress, removeAddress, saveAddress } from "./address-actions.server.ts";
import { AddressesPage } from "./addresses-page.tsx";
import { ConfirmAddress } from "./confirm-address.tsx";
import { SavedNow } from "./saved-now.tsx";

export const handle = {
  i18n: ["account", "dashboard", "forms", "address"],
  hydrate: true,
  form: ({ justSaved }: { justSaved: unknown }) => justSaved === null,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const { email } = await requireMember(args);
  const [list, market] = await Promise.all([api(args, "memberAddresses", { query: {} }), loadMarket(args)]);
  if (!list.ok) throw failed(args.request, list.problem);
  if (market.status === "unknown") throw failed(args.request, market.problem);
  const { common, headers } = await accountPage(args, "addresses");
  const savedId = new URL(args.request.url).searchParams.get("saved");
  const saved = list.data.data;
  const now = args.context.receivedAt.toISOString();
  const justSaved = saved.find(({ id }) => id === savedId) ?? null;
  return data({ ...common, saved, justSaved, email, now, assets: market.reply.data.assets }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args);
  switch ((await args.request.clone().formData()).get("intent")) {
    case "confirm":
      return saveAddress(args);
    case "change":
      return changeAddress(args);
    case "remove":
      return removeAddress(args);
    default:
      return askForCode(args);
  }
}

export default function Addresses() {
  const page = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (actionData?.confirm) return <ConfirmAddress {...page} {...actionData} toConfirm={actionData.confirm} />;
  if (page.justSaved && !actionData) return <SavedNow {...page} address={page.justSaved} />;
  return <AddressesPage {...page} restoredForm={actionData?.typed ?? page.restoredForm} reply={actionData?.reply} />;
}
