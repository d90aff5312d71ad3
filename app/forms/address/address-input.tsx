import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextArea } from "../../ui/fields/text-input.tsx";
import { ClipboardPaste, ScanQrCode } from "../../ui/icons/icons.tsx";
import { canScan } from "./can-scan.ts";

/**
 * A box of two lines, so that a whole address is seen at once. On phones it has buttons that paste an address and, where
 * the browser can, scan one from a QR code; what they put in is read like typed text.
 */
export function AddressInput(control: ComponentProps<"textarea">) {
  const { t } = useTranslation("address");
  const box = useRef<HTMLTextAreaElement>(null);
  const tools = useTools();
  const [problem, setProblem] = useState<"noCamera" | "noPaste" | null>(null);
  const take = (text: string | null) => {
    setProblem(null);
    if (box.current === null || text === null) return;
    box.current.value = text.trim();
    box.current.dispatchEvent(new Event("input", { bubbles: true }));
    box.current.focus();
  };
  const paste = () => navigator.clipboard.readText().then(take, () => setProblem("noPaste"));
  const scan = async () => {
    const { scanQrCode } = await import("./scan-qr-code.ts");
    const words = { title: t("aim"), close: t("close") };
    await scanQrCode(words).then(take, () => setProblem("noCamera"));
  };
  return (
    <>
      <TextArea ref={box} {...control} rows={2} onKeyDown={sendOnEnter} className="resize-none break-all !py-2.5" />
      {tools.paste && (
        <div className="needs-script mt-3 hidden grid-cols-2 gap-3 [@media(pointer:coarse)]:grid">
          <Button variant="outlined" onClick={() => void paste()}>
            <ClipboardPaste size={20} />
            {t("paste")}
          </Button>
          {tools.scan && (
            <Button variant="outlined" onClick={() => void scan()}>
              <ScanQrCode size={20} />
              {t("scan")}
            </Button>
          )}
        </div>
      )}
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {problem && t(problem)}
      </p>
    </>
  );
}

/** Pasting is offered from the start, so that nothing moves where it stays; scanning once the browser says that it can. */
function useTools(): { paste: boolean; scan: boolean } {
  const [tools, setTools] = useState({ paste: true, scan: false });
  useEffect(() => {
    const paste = typeof navigator.clipboard?.readText === "function";
    if (!paste) setTools({ paste, scan: false });
    canScan().then(
      (scan) => scan && setTools({ paste, scan }),
      () => {},
    );
  }, []);
  return tools;
}

/** As in a box of one line, by the form's first button: no address has a line break. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const button = [...(form?.elements ?? [])].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === "submit" && !element.disabled,
  );
  form?.requestSubmit(button);
}
