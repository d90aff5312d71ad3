import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFile } from "../../api/client.server.ts";
import { requireMember } from "../../auth/member.server.ts";
import { failed } from "../../http/fail.server.ts";

/** Everything that is kept about the member, as the service tells it; indented for people. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  await requireMember(request);
  const file = await apiFile(request, "memberExport", {});
  if (!file.ok) throw failed(request, file.problem);
  const { data } = JSON.parse(file.text);
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
    },
  });
}
