import { qrReader } from "./can-scan.ts";

const frameIntervalMs = 200;

/**
 * Opens the camera in a dialog until it sees a QR code; gives its text, or null when the dialog was closed. Rejects without a
 * camera or the visitor's permission. The picture stays in the browser.
 */
export async function scanQrCode(words: { title: string; close: string }): Promise<string | null> {
  const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
  const { dialog, video } = openDialog(words);
  try {
    video.srcObject = camera;
    await video.play();
    return await readUntilClosed(video, dialog);
  } finally {
    for (const track of camera.getTracks()) track.stop();
    dialog.remove();
  }
}

async function readUntilClosed(video: HTMLVideoElement, dialog: HTMLDialogElement): Promise<string | null> {
  const reader = qrReader();
  while (dialog.open) {
    // A frame that cannot be read is followed by others.
    const [code] = await reader.detect(video).catch(() => []);
    if (code && code.rawValue !== "") return code.rawValue;
    await new Promise((resolve) => setTimeout(resolve, frameIntervalMs));
  }
  return null;
}

/** Built without React, so that the page's forms stay as they are while the camera is open. */
function openDialog({ title, close }: { title: string; close: string }) {
  const dialog = document.createElement("dialog");
  dialog.className = "scanner";
  const heading = document.createElement("p");
  heading.id = "scanner-title";
  heading.textContent = title;
  dialog.setAttribute("aria-labelledby", heading.id);
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = close;
  button.addEventListener("click", () => dialog.close());
  dialog.append(heading, video, button);
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, video };
}
