import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { parseReceiptCode, shownReceiptCode } from "../../../contract/order/receipt-code.ts";
import type { Finding } from "../../../contract/verify/verify.ts";
import { api } from "../../api/client.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import { ErrorPage } from "../../components/shell/page/error-page.tsx";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { parseForm } from "../../forms/parse-form.server.ts";
import { TryAgain } from "../../forms/try-again.tsx";
import { formatTime } from "../../i18n/format.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { verifyForm } from "./verify-form.server.ts";
import { VerifyPage } from "./verify-page.tsx";

/**
 * Our addresses and keys, and a field that checks whether a text contains any of them. A printed receipt's QR code fills it;
 * the check runs only when the form is sent, so that link previews do not count against the limit.
 */
export async function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  const keysAnswer = await api(args, "exchangeKeys", {});
  const code = parseReceiptCode(new URL(args.request.url).searchParams.get("receipt") ?? "");
  return {
    meta: pageMeta(t("verify:meta.title"), t("verify:meta.description")),
    code: code ? shownReceiptCode(code) : "",
    ours: keysAnswer.ok ? keysAnswer.data.data : null,
  };
}

/** By POST, so that what was pasted is in no address and no log. */
export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args.request, verifyForm);
  if (!form.ok) return data({ reply: form.reply }, { status: 400 });
  const checked = await api(args, "exchangeVerify", { body: form.value });
  if (checked.ok) {
    const result = checked.data.data;
    return { text: form.value.text, result, assets: await assetsOfReceipts(args, result.findings) };
  }
  const { retry_after_seconds: seconds, status, code } = checked.problem;
  const retryAt =
    code === "too_many_requests" && seconds
      ? formatTime(langOf(args.request), new Date(Date.now() + seconds * 1000).toISOString())
      : null;
  return data({ reply: form.refused(checked.problem), retryAt }, { status });
}

/** Names and decimals of what the receipts found are in; without them the amounts are shown plainly. */
async function assetsOfReceipts(args: ActionFunctionArgs, findings: readonly Finding[]): Promise<Assets> {
  const named = new Set(findings.flatMap(({ receipt }) => (receipt ? [receipt.from.asset, receipt.to.asset] : [])));
  if (named.size === 0) return {};
  const market = await loadMarket(args);
  if (market.status === "unknown") return {};
  return Object.fromEntries(
    market.reply.data.assets.filter(({ id }) => named.has(id)).map((asset) => [asset.id, asset]),
  );
}

export const handle = { form: true } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export default function Verify() {
  return <VerifyPage {...useLoaderData<typeof loader>()} actionData={useActionData<typeof action>()} />;
}

/** Keeps the input for a retry when the service stops answering. */
export function ErrorBoundary() {
  const actionData = useActionData<typeof action>();
  return actionData && "reply" in actionData ? <TryAgain reply={actionData.reply} /> : <ErrorPage />;
}
