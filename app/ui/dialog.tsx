import { type ReactNode, useEffect, useId, useRef } from "react";
import { X } from "./icons/icons.tsx";

type DialogProps = { open: boolean; title: string; closeLabel: string; onClose: () => void; children: ReactNode };

/**
 * The browser's modal dialog: traps focus, closes on Escape and restores focus; full screen on phones. Its content also
 * has a page of its own, for visitors without scripts.
 */
export function Dialog({ open, title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-full overflow-y-auto overscroll-contain bg-surface text-ink shadow-e3 backdrop:bg-scrim max-lg:h-dvh max-lg:max-h-none max-lg:max-w-none max-lg:px-4 max-lg:pb-20 max-lg:pt-5 lg:max-h-dvh lg:max-w-[27.5rem] lg:rounded-hero lg:border lg:border-line lg:p-8"
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-h2">
          {title}
        </h2>
        <form method="dialog">
          <button
            type="submit"
            aria-label={closeLabel}
            className="-mr-3 -mt-1 grid size-11 place-items-center rounded hover:bg-inset"
          >
            <X size={20} />
          </button>
        </form>
      </div>
      {children}
    </dialog>
  );
}
