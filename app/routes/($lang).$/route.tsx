import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "../../http/fail.server.ts";
import { movedTo } from "../../http/redirects.ts";

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
