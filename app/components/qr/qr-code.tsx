import type { Qr } from "./qr.server.ts";

/** Always dark on white: some scanners cannot read inverted codes. */
export function QrCode({ qr, label }: { qr: Qr; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-[13.5rem] rounded-note border border-line lg:size-[11.5rem]"
    >
      <path fill="#ffffff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
      <path fill="#14231c" d={qr.path} />
    </svg>
  );
}
