import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "../../auth/member.server.ts";
import { notFound } from "../../http/response/fail.server.ts";

/** Which pages an account has is nobody's business: every address below asks to sign in first. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireMember(args);
  throw notFound(args.request);
}
