import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { renderToPipeableStream } from "react-dom/server";
import { treeOf } from "./tree.ts";

/** The reference for our pages: the same elements, rendered and streamed by React alone. */
const tree = treeOf(readFileSync(process.env.PAGE ?? "", "utf8"));
createServer((_, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  const { pipe } = renderToPipeableStream(tree, { onShellReady: () => pipe(response) });
}).listen(Number(process.env.PORT), "127.0.0.1");
