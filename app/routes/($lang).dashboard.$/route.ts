import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMember } from "../../auth/member.server.ts";
import { notFound } from "../../http/fail.server.ts";

/** Which pages an account has is nobody's business: every address below asks to sign in first. */
export async function loader({ request }: LoaderFunctionArgs): Promise<never> {
  await requireMember(request);
  throw notFound(request);
}
