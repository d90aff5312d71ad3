/**
 * The one place for Remix options; vite.config.ts hands them to the plugin.
 * See docs/decisions/001.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  future: {
    v3_fetcherPersist: true,
    // Steps between pages are whole loads here, and a page knows its own routes alone (see browser-start.tsx): there is
    // nothing to discover.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
    // Without it the first load on a cold development cache sees two copies of React.
    unstable_optimizeDeps: true,
  },
};
