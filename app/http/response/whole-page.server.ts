type Page = Buffer<ArrayBuffer>;

const pages = new WeakMap<Response, Page>();

/** An answer whose bytes are at hand for whoever writes them to a socket: a body read as a stream costs as much as a small page. */
export function wholePage(page: Page, init: ResponseInit): Response {
  const response = new Response(page, init);
  pages.set(response, page);
  return response;
}

/** Undefined for every other answer. */
export function wholeBytesOf(response: Response): Page | undefined {
  return pages.get(response);
}
