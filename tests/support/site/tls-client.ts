import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { request as httpsRequest } from "node:https";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { whole } from "../service/ask.ts";
import { proxyHost, type RunningProxy } from "./proxies.ts";

type TlsRequest = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The loopback address of the client. */
  from?: string;
};

/** One request over TLS to the proxy's name, trusting only its certificate. */
export async function overTls(proxy: RunningProxy, { path, method = "GET", headers = {}, body, from }: TlsRequest) {
  const request = httpsRequest({
    host: "127.0.0.1",
    port: proxy.port,
    servername: proxyHost,
    ca: proxy.ca,
    localAddress: from ?? "127.0.0.1",
    agent: false,
    path,
    method,
    headers: {
      Host: new URL(proxy.origin).host,
      ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });
  request.end(body);
  const [response] = await once(request, "response");
  return whole(response);
}

/** An HTTP/2 connection, as browsers use. */
export async function http2To(proxy: RunningProxy): Promise<ClientHttp2Session> {
  const socket = connectTls({
    socket: connectTcp(proxy.port, "127.0.0.1"),
    servername: proxyHost,
    ca: proxy.ca,
    ALPNProtocols: ["h2"],
  });
  await once(socket, "secureConnect");
  return connectHttp2(proxy.origin, { createConnection: () => socket });
}
