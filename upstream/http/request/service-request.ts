/** The headers of a request, by name in any case. */
export type RequestHeaders = Pick<Headers, "get" | "has">;

/**
 * What the service reads of a request. A server in this process passes an object of its own: a whole `Request`, with its
 * headers, stream and abort signal, costs more than a quote.
 */
export type ServiceRequest = Pick<Request, "method" | "url" | "body" | "arrayBuffer" | "signal"> & {
  headers: RequestHeaders;
};
