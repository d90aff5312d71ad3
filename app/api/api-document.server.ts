import { type ApiDocument, apiDocumentSchema } from "./api-document.ts";
import { boundedText } from "./bounded-text.server.ts";
import { beforeAbort } from "./call.server.ts";
import { sameAnswers } from "./same-answers.server.ts";
import { destination, send } from "./transport.server.ts";

const maxMs = 2000;
const documents = sameAnswers<ApiDocument>();

/** The service's OpenAPI document, as far as a page shows it; null when the service does not answer with one. */
export async function apiDocument(): Promise<ApiDocument | null> {
  const signal = AbortSignal.timeout(maxMs);
  const url = `${destination.baseUrl.replace(/\/$/, "")}/api/v1/openapi.json`;
  try {
    return await beforeAbort(signal, async () => {
      const response = await send(new Request(url, { signal }));
      const text = await boundedText(response);
      return response.status === 200 ? documents(url, text, () => apiDocumentSchema.parse(JSON.parse(text))) : null;
    });
  } catch {
    return null;
  }
}
