declare global {
  /** The requests being answered, each with the switch that ends its stream. Global for development's reloads. */
  var kursaInFlight: Set<AbortController> | undefined;
}
globalThis.kursaInFlight ??= new Set();
const inFlight = globalThis.kursaInFlight;
/** Made once: every request ends so, and to make one takes down where it was made. */
const over = new DOMException("The request is over.", "AbortError");
let stopping = false;
let streamsEnded = false;

/** Opens a request; its signal is ended by `leave` when the connection closes, or by the server's own end. */
export function enter(): AbortController {
  const controller = new AbortController();
  inFlight.add(controller);
  // A stream that would start now would only keep the server from ending.
  if (streamsEnded) controller.abort(over);
  return controller;
}

export function leave(controller: AbortController): void {
  inFlight.delete(controller);
  controller.abort(over);
}

export function countInFlight(): number {
  return inFlight.size;
}

/** From now on /readyz says no, and every answer is the last of its connection. */
export function announceEnd(): void {
  stopping = true;
}

/** Ends every stream, and each new one at once. Answers that are no streams do not listen and finish. */
export function endStreams(): void {
  streamsEnded = true;
  for (const controller of inFlight) controller.abort(over);
}

export function isStopping(): boolean {
  return stopping;
}
