import type { LoaderFunctionArgs } from "@remix-run/node";
import type { MonitorRate } from "../../../contract/market/rates-export.ts";
import { marketFile } from "../../api/market-file.server.ts";
import { xmlText } from "../../http/response/xml-text.ts";

/** Rates in the EREF format of exchange monitors; without a direction while orders are closed. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return marketFile(args, "application/xml; charset=utf-8", ({ data }) =>
    ['<?xml version="1.0" encoding="UTF-8"?>', "<rates>", ...data.rates.map(item), "</rates>", ""].join("\n"),
  );
}

/** Older monitors read the limits of the amount sent under two further names. */
function item(rate: MonitorRate): string {
  const { param, ...figures } = rate;
  const fields = { ...figures, minamount: rate.frommin, maxamount: rate.frommax, ...(param && { param }) };
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${xmlText(value)}</${name}>`);
  return `<item>${elements.join("")}</item>`;
}
