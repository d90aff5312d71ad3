type Page = Buffer<ArrayBuffer>;

const pages = new WeakMap<Response, Page>();

/** A response whose bytes are available to the writer: reading a body as a stream costs as much CPU as a small page. */
export function wholePage(page: Page, init: ResponseInit): Response {
  const response = new Response(page, init);
  pages.set(response, page);
  return response;
}

/** Undefined for other responses. */
export function wholeBytesOf(response: Response): Page | undefined {
  return pages.get(response);
}
