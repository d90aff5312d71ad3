import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncodings } from "./encodings.ts";
import type { DynamicResponse, FrontRequest } from "./front-request.ts";

const worthIt = /^(text\/(html|x-script|plain)|application\/(json|xml))/;
const leastBytes = 1400;
/** Quality 4: about twice the CPU of gzip's fastest level for a smaller page; 11 takes a hundred times as long. */
const brotliParams = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses a response for one visitor. Behind a proxy the proxy compresses, in parallel with rendering. */
export async function compressed(request: FrontRequest, response: DynamicResponse): Promise<DynamicResponse> {
  const { headers, body } = response;
  const [encoding] = request.viaProxy || request.method === "HEAD" ? [] : acceptedEncodings(request);
  if (!worthIt.test(String(headers["content-type"])) || body === null || headers["content-encoding"]) return response;
  const vary = headers.vary ? `${headers.vary}, Accept-Encoding` : "Accept-Encoding";
  if (encoding === undefined) return { ...response, headers: { ...headers, vary } };
  const bytes = await wholeBody(body);
  if (bytes.byteLength < leastBytes) return { ...response, headers: { ...headers, vary }, body: bytes };
  const packed =
    encoding === "br"
      ? await promisify(brotliCompress)(bytes, brotliParams)
      : await promisify(gzip)(bytes, { level: 4 });
  return { ...response, headers: { ...headers, vary, "content-encoding": encoding }, body: packed };
}

async function wholeBody(body: NonNullable<DynamicResponse["body"]>): Promise<Uint8Array> {
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  return new Uint8Array(await new Response(body).arrayBuffer());
}
