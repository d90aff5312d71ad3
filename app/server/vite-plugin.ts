import type { Plugin } from "vite";

/**
 * Puts the front before Remix. In development it answers what Vite itself does not serve; it must precede Remix's
 * plugin, which would answer otherwise. In the build it is the program that remix-serve loads.
 */
export function front(): Plugin {
  return {
    name: "front",
    config: {
      // Remix sets the input too, and the last plugin wins.
      order: "post",
      handler: (_, { isSsrBuild }) =>
        isSsrBuild ? { build: { rollupOptions: { input: "app/server/start.ts" } } } : undefined,
    },
    configureServer: (vite) => () => {
      vite.middlewares.use((incoming, outgoing, next) => {
        incoming.url = incoming.originalUrl;
        vite
          .ssrLoadModule("/app/server/development.ts")
          .then(({ listener }) => listener(incoming, outgoing))
          .catch(next);
      });
    },
  };
}
