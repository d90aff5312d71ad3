import { type ReactNode, useEffect } from "react";
import type { IconComponent } from "../icons/icons.tsx";

type ToastProps = { icon: IconComponent; children: ReactNode; closeLabel: string; onClose: () => void };

const shownMilliseconds = 6000;

/** A message that needs no action: an error that does is never a toast. */
export function Toast({ icon: Icon, children, closeLabel, onClose }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, shownMilliseconds);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <div className="no-print fixed inset-x-4 bottom-6 z-40 mx-auto flex w-fit max-w-full items-center gap-3 rounded-note border border-transparent bg-ink px-4 py-3 text-small text-page shadow-e2">
      <Icon size={18} className="shrink-0" />
      <span>{children}</span>
      <button type="button" onClick={onClose} className="min-h-6 font-semibold underline underline-offset-4">
        {closeLabel}
      </button>
    </div>
  );
}
