type Clockwork = Record<"nextTurn" | "later", (callback: () => void) => void>;

/**
 * One long piece of work per turn of the event loop. Requests that have begun come first, to process the response of a call or
 * to render their page; where there are none, `startNext` begins another. What has begun should end before more begins.
 */
export function turns({ nextTurn, later }: Clockwork, startNext: () => void) {
  const begun: (() => void)[] = [];
  let isTaken = false;
  let isPlanned = false;
  const take = () => {
    if (isTaken) return;
    isTaken = true;
    nextTurn(() => {
      isTaken = false;
      const goOn = begun.shift();
      if (!goOn) return startNext();
      take();
      goOn();
    });
  };
  return {
    /** Something has been done in this turn. */
    isTaken: () => isTaken,
    /** For work that begins now, and to come back for what waits. */
    take,
    /** To come back when more may start than now, though nothing ends. */
    takeLater(): void {
      if (isPlanned) return;
      isPlanned = true;
      later(() => {
        isPlanned = false;
        take();
      });
    },
    /** Resolves in a turn of its own, for a request that has begun. */
    forBegun(): Promise<void> {
      if (isTaken) return new Promise((resolve) => begun.push(resolve));
      take();
      return Promise.resolve();
    },
  };
}
