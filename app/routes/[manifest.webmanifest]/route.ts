import { env } from "../../settings/env.server.ts";

const icons = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** iOS gives only a standalone site notifications; browsers that know the second one show it with Back and Reload. */
const display = { display: "standalone", display_override: ["minimal-ui"] };

/** For a browser that adds the site to a home screen; its name is the operator's. */
export function loader() {
  const colors = { background_color: "#ffffff", theme_color: "#175641" };
  const manifest = { name: env.BRAND_NAME, short_name: env.BRAND_NAME, start_url: "/", ...display };
  return new Response(JSON.stringify({ ...manifest, ...colors, icons }), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
