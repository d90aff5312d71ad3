import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { Facts } from "./front-request.ts";
import { pageHandlers } from "./page-handlers.ts";

/** Routes that respond with their name and parameters. */
const paths: [id: string, path: string | undefined, parentId?: string][] = [
  ["root", ""],
  ["home", undefined, "root"],
  ["order", "En/order/:ref", "root"],
  ["new-order", "En/order/new", "root"],
  ["details", "details", "order"],
  ["anything", "*", "root"],
];

function answering(id: string) {
  return ({ params }: { params: object }) => new Response(JSON.stringify({ id, params }));
}

const routes = Object.fromEntries(
  paths.map(([id, path, parentId]) => [
    id,
    {
      id,
      path,
      parentId,
      ...(path === undefined && { index: true }),
      caseSensitive: true,
      module: { loader: answering(id) },
    },
  ]),
);
const build = {
  routes,
  basename: "/",
  mode: "production",
  future: {},
  assets: {},
  entry: { module: {} },
} as unknown as ServerBuild;

test.each([
  ["/", "home"],
  ["/En/order/7Q2M", "order"],
  ["/En/order/new", "new-order"],
  ["/En/order/7Q2M/details", "details"],
  ["/en/order/new", "anything"],
  ["/nowhere/at/all", "anything"],
])("%s matches route %s as in Remix, also from the cache", async (path, id) => {
  const ask = async (handle: ReturnType<typeof createRequestHandler>) =>
    (await handle(new Request(`http://site${path}`), new Facts())).text();
  const divided = pageHandlers(build);
  const first = await ask(divided);
  expect(JSON.parse(first).id).toBe(id);
  expect(await ask(divided)).toBe(first);
  const facts = new Facts();
  await divided(new Request(`http://site${path}`), facts);
  expect(facts.route).toBe(id);
  expect(first).toBe(await ask(createRequestHandler(build, "production")));
});
