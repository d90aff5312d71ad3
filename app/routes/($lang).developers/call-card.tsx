import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Code, inline, Markdown } from "./markdown.tsx";
import type { Call } from "./reference.ts";

/** One call, folded under its method, path and summary. */
export function CallCard({ call }: { call: Call }) {
  const { t } = useTranslation("content");
  const { operation, method, path, request, reply, codes } = call;
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query" || parameter.in === "path");
  return (
    <details id={operation.operationId} className="border-b border-line">
      <summary className="cursor-pointer py-3">
        <h3 className="inline">
          <Code>
            {method} {path}
          </Code>
        </h3>
        <span className="block text-body-2 text-ink-2" lang="en">
          {inline(operation.summary)}
        </span>
      </summary>
      <div className="pb-6" lang="en">
        <Markdown text={operation.description} />
        {parameters.length > 0 && (
          <>
            <Label>{t("developers.parameters")}</Label>
            <ul>
              {parameters.map(({ name, description, schema, required }) => (
                <li key={name} className="py-1 text-body-2 text-ink-2">
                  <Code>{name}</Code>
                  {required && ` (${t("developers.required")})`} {inline(description ?? schema?.description ?? "")}
                </li>
              ))}
            </ul>
          </>
        )}
        <Label>{t("developers.request")}</Label>
        <Example text={request} />
        {reply && <Label>{t("developers.reply")}</Label>}
        {reply && "text" in reply && <Example text={reply.text} />}
        {reply && "sameAs" in reply && (
          <a href={`#${reply.sameAs}`} className="text-body-2 underline">
            {t("developers.sameReply", { call: reply.sameAs })}
          </a>
        )}
        {codes.length > 0 && (
          <>
            <Label>{t("developers.refusals")}</Label>
            <p className="text-body-2 text-ink-2">{inline(codes.map((code) => `\`${code}\``).join(", "))}</p>
          </>
        )}
      </div>
    </details>
  );
}

/** In the page's language, within English text. */
function Label({ children }: { children: string }) {
  return (
    <p className="mt-4 text-caption text-ink-3" lang={useLang()}>
      {children}
    </p>
  );
}

function Example({ text }: { text: string }) {
  return <pre>{text}</pre>;
}
