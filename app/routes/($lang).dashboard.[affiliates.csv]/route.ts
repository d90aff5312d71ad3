import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiDownload } from "../../api/client.server.ts";
import { requireAffiliates } from "../../components/affiliates/affiliates.server.ts";
import { failed } from "../../http/response/fail.server.ts";

/** All orders that came to the partner, as CSV. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await requireAffiliates(args);
  const file = await apiDownload(args, "affiliateReferrals", { query: { format: "csv" } });
  if (!file.ok) throw failed(args.request, file.problem);
  return new Response(file.body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="partner-orders.csv"',
    },
  });
}
