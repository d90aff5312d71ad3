import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "../../api/pass-on.server.ts";

/** The service under the site's own address, for integrators and for the callbacks of rails. */
export const loader = ({ request }: LoaderFunctionArgs) => passOn(request);
export const action = ({ request }: ActionFunctionArgs) => passOn(request);
