import { type ReactNode, useEffect, useState } from "react";
import { Check, Copy } from "../icons/icons.tsx";
import { LiveRegion } from "../messages/live-region.tsx";
import { Button } from "./button.tsx";
import type { ButtonStyle } from "./button-class.ts";

type CopyButtonProps = ButtonStyle & {
  /** The text that is copied. */ value: string;
  label: ReactNode;
  copiedLabel: string;
};

const shownMilliseconds = 2000;

/** Hidden without scripts, where the value can be selected. */
export function CopyButton({ value, label, copiedLabel, variant, size = "small" }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  return (
    <span className="needs-script">
      <Button variant={variant} size={size} onClick={() => void copy().catch(() => setCopied(false))}>
        {copied ? <Check size={16} /> : <Copy size={16} />}
        {copied ? copiedLabel : label}
      </Button>
      <LiveRegion>{copied ? copiedLabel : ""}</LiveRegion>
    </span>
  );
}
