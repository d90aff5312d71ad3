import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref, useLang } from "../../../i18n/use-lang.ts";
import { TriangleAlert } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { withNext } from "../steps/with-next.ts";
import { loadGoogle } from "./google-library.ts";

type GoogleIdentityProps = { clientId: string; script: string; next: string | null };

/** As wide as the button above it; Google draws no wider one. */
const look = { type: "standard", theme: "outline", size: "large", text: "continue_with" };
const widestPx = 400;

/** Google's own button. Its credential is posted to the server, which created the nonce and verifies it. */
export function GoogleIdentity({ clientId, script, next }: GoogleIdentityProps) {
  const { t } = useTranslation("auth");
  const href = useHref();
  const lang = useLang();
  const container = useRef<HTMLDivElement>(null);
  const credential = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<"library" | "missing" | null>(null);

  useEffect(() => {
    let isShown = true;
    const draw = async () => {
      const identity = await loadGoogle(script).catch(() => null);
      if (!isShown) return;
      if (!identity) return setFault("library");
      const nonce = await freshNonce();
      // Without a nonce the button is not rendered; the plain link remains.
      if (nonce === null || !isShown || !container.current) return;
      identity.initialize({
        client_id: clientId,
        nonce,
        callback: (response) => submitCredential(response.credential),
      });
      const width = Math.min(widestPx, container.current.parentElement?.clientWidth ?? widestPx);
      identity.renderButton(container.current, { ...look, locale: lang, width });
    };
    const submitCredential = (idToken: string | undefined) => {
      if (!idToken || !credential.current) return setFault("missing");
      credential.current.value = idToken;
      credential.current.form?.submit();
    };
    void draw();
    return () => {
      isShown = false;
    };
  }, [clientId, script, lang]);

  return (
    <>
      <div ref={container} className="flex justify-center empty:hidden" />
      <form method="post" action={href(withNext("/auth/google", next))} className="hidden">
        <input ref={credential} type="hidden" name="credential" />
      </form>
      <div role="status" className="empty:hidden">
        {fault && (
          <Note tone="warning" icon={TriangleAlert}>
            <p>{t(`google.${fault}`)}</p>
            <p>{t("google.still")}</p>
          </Note>
        )}
      </div>
    </>
  );
}

async function freshNonce(): Promise<string | null> {
  const form = new URLSearchParams();
  const response = await fetch("/auth/google/nonce", { method: "POST", body: form }).catch(() => null);
  if (!response?.ok) return null;
  const { nonce }: { nonce?: unknown } = await response.json();
  return typeof nonce === "string" ? nonce : null;
}
