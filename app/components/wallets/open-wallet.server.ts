import { z } from "zod/v4";
import { api } from "../../api/client.server.ts";
import { signInAgain } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { failed, notFound } from "../../http/response/fail.server.ts";
import { walletsFailed } from "./wallets.server.ts";

const openForm = z.object({ asset: z.string().max(40) });

/**
 * Opens the wallet of the pressed button. Pages offer only what can be opened, so that a refusal is the error page; a
 * wallet that exists is opened again without a change.
 */
export async function openWallet(args: RouteArgs): Promise<string> {
  const form = openForm.safeParse(Object.fromEntries(await args.request.clone().formData()));
  if (!form.success) throw failed(args.request, { status: 400, code: "bad_request" });
  const opened = await api(args, "balanceCreate", { body: form.data });
  if (opened.ok) return opened.data.data.asset;
  if (opened.problem.code === "sign_in_again") throw await signInAgain(args);
  if (opened.problem.code === "validation_failed") throw notFound(args.request);
  throw walletsFailed(args.request, opened.problem);
}
