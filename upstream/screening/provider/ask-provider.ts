import { boundedText } from "../../shared/bounded-text.ts";
import type { AskedKind } from "../rules/provider-answer.ts";
import { type ReadAnswer, readAnswer } from "./read-answer.ts";

/** Of one request, body included. */
const usualWaitMs = 5000;
/** The longest answer that is read; a good one has about a hundred bytes. */
const mostBytes = 16 * 1024;

export type Provider = { url: string; token: string; name: string };
export type AskedValue = { id: string; kind: AskedKind; value: string };
export type ProviderFault = "timeout" | "connection" | "status" | "content_type" | "too_large" | "format";

/**
 * Asks the provider about one name or address. Follows no redirect, which would pass token and value on, and reads no answer that
 * is not exactly of the protocol. Never throws: a failure is a value, and it names neither the value nor the address.
 */
export async function askProvider(
  { url, token }: Provider,
  asked: AskedValue,
  waitMs = usualWaitMs,
): Promise<ReadAnswer | { fault: ProviderFault }> {
  const signal = AbortSignal.timeout(waitMs);
  try {
    const response = await fetch(url, {
      ...{ method: "POST", redirect: "manual", signal },
      headers: { Accept: "application/json", Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const fault = faultOf(response);
    if (fault !== null) {
      await response.body?.cancel();
      return { fault };
    }
    const text = await boundedText(response, mostBytes);
    if (text === null) return { fault: "too_large" };
    return readAnswer(asked.id, text) ?? { fault: "format" };
  } catch {
    return { fault: signal.aborted ? "timeout" : "connection" };
  }
}

function faultOf({ status, headers }: Response): ProviderFault | null {
  if (status !== 200) return "status";
  const [type = ""] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  return type.trim() === "application/json" ? null : "content_type";
}
