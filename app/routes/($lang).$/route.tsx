import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { movedTo } from "../../http/paths/redirects.ts";
import { notFound } from "../../http/response/fail.server.ts";

/** All addresses without a page: moved permanently, or 404. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url);
  const target = movedTo(pathname);
  if (target) throw redirect(target + search, 301);
  throw notFound(request);
}

export function action({ request }: LoaderFunctionArgs): never {
  throw notFound(request);
}

/** A page component, so that a browser gets the root's error page; it never renders. */
export default function NothingHere() {
  return null;
}
