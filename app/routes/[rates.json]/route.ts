import type { LoaderFunctionArgs } from "@remix-run/node";
import { marketFile } from "../../api/market-file.server.ts";

/** The rates of `/rates.xml` as JSON, with the names that older monitors read. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return marketFile(args, "application/json", ({ data }) =>
    JSON.stringify(data.rates.map((rate) => ({ ...rate, minamount: rate.frommin, maxamount: rate.frommax }))),
  );
}
