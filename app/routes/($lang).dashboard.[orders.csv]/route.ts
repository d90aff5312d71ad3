import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFile } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { apiQuery, readOrderListQuery } from "../../components/dashboard/order-list-query.server.ts";
import { failed } from "../../http/response/fail.server.ts";

/** The list as CSV: the same filters, all pages. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await requireMember(args);
  const { query: filter } = readOrderListQuery(new URL(args.request.url));
  const file = await apiFile(args, "memberOrders", { query: { ...apiQuery(filter), format: "csv" } });
  if (!file.ok) throw failed(args.request, file.problem);
  return new Response(file.text, {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="orders.csv"' },
  });
}
