import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** A bare server that sends one response: the bytes of the file `BODY`, with the headers of `HEADERS` (JSON). */
const body = readFileSync(process.env.BODY ?? "");
const headers = { ...JSON.parse(process.env.HEADERS ?? "{}"), "content-length": String(body.byteLength) };
createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
