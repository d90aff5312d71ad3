import { classNames } from "../../ui/class-names.ts";
import type { Qr } from "./qr.server.ts";

/** `small`: beside a text, for a short content. */
type QrCodeProps = { qr: Qr; label: string; small?: boolean };

/** Always dark on white: some scanners cannot read inverted codes. */
export function QrCode({ qr, label, small = false }: QrCodeProps) {
  return (
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={classNames(
        "shrink-0 rounded-note border border-line",
        small ? "size-[6.5rem] print:size-[5.25rem]" : "size-[13.5rem] lg:size-[11.5rem]",
      )}
    >
      <path fill="#ffffff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
      <path fill="#14231c" d={qr.path} />
    </svg>
  );
}
