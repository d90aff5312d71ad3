import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { movedTo } from "../../http/paths/redirects.ts";
import { notFound } from "../../http/response/fail.server.ts";

/** Every address without a page of its own: moved for good, or not there. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  const target = movedTo(pathname);
  if (target) throw redirect(target + search, 301);
  throw notFound(request);
}

export function action({ request }: LoaderFunctionArgs): never {
  throw notFound(request);
}

/** A page, so that a browser's request gets the error page of the root; it never renders itself. */
export default function NothingHere() {
  return null;
}
