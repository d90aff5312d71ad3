import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";
import { defineConfig } from "vite";
import { front } from "./app/server/vite-plugin.ts";
import packageJson from "./package.json" with { type: "json" };
import remixConfig from "./remix.config.js";
import { onlyHydratedPages, sharedChunk } from "./scripts/vite/browser-bundle.ts";
import { exceptKnown, failingOnWarnings } from "./scripts/vite/build-warnings.ts";
import { leanCss } from "./scripts/vite/lean-css.ts";
import { shortClasses } from "./scripts/vite/short-classes.ts";
import { tailwind } from "./tailwind.config.ts";

/** Those that our scripts and styles need: es2022 and container queries. */
const oldestBrowsers = ["chrome >= 111", "firefox >= 110", "safari >= 16.4"];

const short = shortClasses();

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [short.vite, front(), remix(remixConfig), onlyHydratedPages()],
  css: {
    postcss: {
      plugins: [
        tailwindcss(tailwind(command)),
        autoprefixer({ overrideBrowserslist: oldestBrowsers }),
        ...(command === "build" ? [leanCss(), short.postcss] : []),
      ],
    },
  },
  build: {
    // The server bundle waits for its database at the top level; the browser's own floor is the same.
    target: "es2022",
    // An inlined asset would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
    // 4 % smaller than by Vite's own: it removes more of React's and Remix's unused code.
    ...(!isSsrBuild && { minify: "terser" as const, terserOptions: { ecma: 2020, compress: { passes: 2 } } }),
    rollupOptions: { onLog: exceptKnown, ...(!isSsrBuild && { output: { manualChunks: sharedChunk } }) },
  },
  ...(command === "build" && { customLogger: failingOnWarnings() }),
  // A production install has the packages under "dependencies" alone; all others are in the bundle.
  ...(command === "build" && { ssr: { noExternal: true, external: Object.keys(packageJson.dependencies) } }),
  optimizeDeps: { exclude: ["@electric-sql/pglite", "@node-rs/argon2", "sharp"] },
}));
