import type { LoaderFunctionArgs } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { machineFile } from "../../api/market-file.server.ts";

/** The figures of the status page over 90 days. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return machineFile(args, "application/json", await api(args, "exchangeStatus", { query: {} }), ({ data }) =>
    JSON.stringify(data),
  );
}
