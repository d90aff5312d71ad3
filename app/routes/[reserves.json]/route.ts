import type { LoaderFunctionArgs } from "@remix-run/node";
import { marketFile } from "../../api/market-file.server.ts";

/** What the exchange can pay out now, by asset. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return marketFile(args, "application/json", ({ data }) => JSON.stringify(data.reserves));
}
