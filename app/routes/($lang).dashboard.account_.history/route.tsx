import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { accountPage } from "../../components/account/account-page.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { failed } from "../../http/response/fail.server.ts";
import { SecurityHistoryPage } from "./history-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const page = Number(new URL(args.request.url).searchParams.get("page") ?? "1");
  const query = { page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1 };
  const list = await api(args, "memberLogins", { query });
  if (!list.ok) throw failed(args.request, list.problem);
  const { common } = await accountPage(args, "history");
  return { meta: common.meta, entries: list.data.data, pages: list.data.meta };
}

export default function History() {
  return <SecurityHistoryPage {...useLoaderData<typeof loader>()} />;
}
