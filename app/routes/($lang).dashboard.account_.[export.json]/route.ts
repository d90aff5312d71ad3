import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFile } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { failed } from "../../http/response/fail.server.ts";

/** The member's data export from the service; indented for readers. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await requireMember(args);
  const file = await apiFile(args, "memberExport", {});
  if (!file.ok) throw failed(args.request, file.problem);
  const { data } = JSON.parse(file.text);
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
    },
  });
}
