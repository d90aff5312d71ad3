/** The text of an email, with clickable links. */
export function EmailText({ text, lang }: { text: string; lang: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <p lang={lang} className="mt-4 whitespace-pre-wrap border-t border-line pt-4 text-body-2 [overflow-wrap:anywhere]">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one email keep their order.
          <a key={index} href={part} className="text-link-inline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
