import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod/v4";

const manifest = z.object({
  routes: z.record(
    z.string(),
    z.object({ parentId: z.string().optional(), path: z.string().optional(), hasAction: z.boolean() }),
  ),
});

export type SiteRoute = { path: string; hasAction: boolean };

/** All addresses in the built site's route list: `/Ru/order/:ref`. New pages are included automatically. */
export function siteRoutes(): SiteRoute[] {
  const folder = "build/client/assets";
  const file = readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name));
  const text = readFileSync(`${folder}/${file}`, "utf8").replace(/^window\.__remixManifest=|;$/g, "");
  const { routes } = manifest.parse(JSON.parse(text));
  const pathOf = (id: string): string => {
    const { parentId, path } = routes[id] ?? {};
    return (parentId ? pathOf(parentId) : "") + (path ? `/${path}` : "");
  };
  return Object.entries(routes).map(([id, { hasAction }]) => ({ path: pathOf(id) || "/", hasAction }));
}

/** Parameters that are the same for everybody: a pair and a currency that are sold; a withdrawal, a ticket and a file that do not exist. */
const publicValues: Readonly<Record<string, string>> = {
  slug: "btc-to-paypal-usd",
  asset: "usdt-trc20",
  withdrawal: "wd_none",
  ticket: "SUP-1",
  id: "none",
};

/** The address with its parameters filled in; an unknown one fails. */
export function filled(path: string, values: Record<string, string>): string {
  return path.replace(/:(\w+)|\*/g, (name, key = "*") => {
    const value = values[key] ?? publicValues[key];
    if (value === undefined) throw new Error(`No value for ${name} in ${path}`);
    return value;
  });
}
