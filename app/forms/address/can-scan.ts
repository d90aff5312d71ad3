type Barcode = { rawValue: string };
type Detector = { detect(image: HTMLVideoElement): Promise<Barcode[]> };
/** The browser's reader of barcodes, which TypeScript does not know yet. */
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

const readerOf = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser reads QR codes and may use a camera; on pages without its permission it may not. */
export async function canScan(): Promise<boolean> {
  const reader = readerOf();
  if (!reader || typeof navigator.mediaDevices?.getUserMedia !== "function") return false;
  return (await reader.getSupportedFormats()).includes("qr_code");
}

/** A reader of QR codes. Only after `canScan`. */
export function qrReader(): Detector {
  const reader = readerOf();
  if (!reader) throw new Error("This browser reads no barcodes");
  return new reader({ formats: ["qr_code"] });
}
