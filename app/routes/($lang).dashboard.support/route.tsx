import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { failed } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { TicketsPage } from "./tickets-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args);
  const list = await api(args, "memberTickets", {});
  if (!list.ok) throw failed(args.request, list.problem);
  const t = translator(langOf(args.request));
  return {
    tickets: list.data.data,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("support:list.meta.title"), t("support:list.meta.description")),
  };
}

export default function Tickets() {
  return <TicketsPage {...useLoaderData<typeof loader>()} />;
}
