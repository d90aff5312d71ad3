import type { LoaderFunctionArgs } from "@remix-run/node";
import { api } from "../../api/client.server.ts";
import { machineFile } from "../../api/market-file.server.ts";

/** The public keys of our signatures. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return machineFile(args, "application/json", await api(args, "exchangeKeys", {}), ({ data }) => JSON.stringify(data));
}
