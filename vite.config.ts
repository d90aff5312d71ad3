import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { front } from "./app/server/vite-plugin.ts";
import remixConfig from "./remix.config.js";

export default defineConfig({
  plugins: [front(), remix(remixConfig)],
  build: {
    // The server bundle waits for its database at the top level; the browser's own floor is the same.
    target: "es2022",
    // An inlined asset would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
  },
  optimizeDeps: { exclude: ["@electric-sql/pglite", "@node-rs/argon2", "sharp"] },
});
