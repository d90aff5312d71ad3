import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiPicture } from "../../api/client.server.ts";
import { ticketKey } from "../../components/support/find-ticket.server.ts";
import { failed } from "../../http/response/fail.server.ts";

/** A picture of a ticket, for those who may open the ticket; a file's own type and name are never sent. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { number, token } = await ticketKey(args, args.params.ticket);
  const query = { ticket: number, id: args.params.id ?? "" };
  const response = await apiPicture(args, "supportFile", { query, orderToken: token });
  if (!response.ok) throw failed(args.request, response.problem);
  return new Response(response.bytes, {
    headers: {
      "Content-Type": "image/webp",
      "Content-Disposition": response.disposition,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
