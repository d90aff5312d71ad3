import http, { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";

/**
 * The reference for our pages: the site's own components and providers with its loader data and texts, rendered and
 * streamed by React on a bare server. The tree is the one the built site passes to React for one request, with Remix's
 * part precomputed; no other code of the site runs.
 */
const { PORT, PAGE = "/" } = process.env;
// The site takes the renderers from this object when it is loaded.
const react: typeof import("react-dom/server") = createRequire(import.meta.url)("react-dom/server");
const { renderToPipeableStream } = react;

const page = readyMade(await treeOf(PAGE));
createServer((_, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  const { pipe } = renderToPipeableStream(page, { onShellReady: () => pipe(response) });
}).listen(Number(PORT), "127.0.0.1");

async function treeOf(path: string): Promise<ReactNode> {
  let tree: ReactNode;
  const { renderToString } = react;
  react.renderToString = (element, ...rest) => {
    tree = element;
    return renderToString(element, ...rest);
  };
  react.renderToPipeableStream = (element, ...rest) => {
    tree = element;
    return renderToPipeableStream(element, ...rest);
  };
  await import(pathToFileURL(resolve("build/server/index.js")).href);
  // As remix-serve does with the build: the next server created is the site's.
  const site = http.createServer();
  const address = `http://127.0.0.1:${Number(PORT) + 1000}`;
  // It takes no callback (app/server/remix-serve.ts).
  site.listen(Number(PORT) + 1000, "127.0.0.1");
  const page = await answering(address + path);
  await page.text();
  if (!page.ok) throw new Error(`The site answers ${page.status}.`);
  // Its service is not measured.
  await (await globalThis.kursaService)?.stop();
  globalThis.kursaService = undefined;
  return tree;
}

async function answering(url: string): Promise<Response> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return response;
    await wait(100);
  }
  throw new Error(`The site does not listen at ${url}.`);
}

type Context = {
  manifest: { routes: Record<string, unknown> };
  staticHandlerContext: { matches: { route: { id: string } }[] };
};

/** Remix's outermost component creates routes from the manifest and sends the browser's data: without both. */
function readyMade(node: ReactNode): ReactElement {
  if (!isValidElement<{ context?: Context; children?: ReactNode }>(node)) throw new Error("There is no Remix in it.");
  const { type, props } = node;
  if (typeof type !== "function" || !props.context) {
    return cloneElement(node, {}, readyMade(Children.only(props.children)));
  }
  const { manifest, staticHandlerContext } = props.context;
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  const context = {
    ...props.context,
    manifest: { ...manifest, routes: Object.fromEntries(routes) },
    serverHandoffStream: undefined,
  };
  return Reflect.apply(type, undefined, [{ ...props, context }]);
}
