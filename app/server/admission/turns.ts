/**
 * One long piece of work in a turn of the event loop: a page that is to be rendered, or else `startNext`. What has begun
 * should end before more begins.
 */
export function turns(nextTurn: (callback: () => void) => void, startNext: () => void) {
  const rendering: (() => void)[] = [];
  let isTaken = false;
  const take = () => {
    if (isTaken) return;
    isTaken = true;
    nextTurn(() => {
      isTaken = false;
      const render = rendering.shift();
      if (!render) return startNext();
      take();
      render();
    });
  };
  return {
    /** Something has been done in this turn. */
    isTaken: () => isTaken,
    /** For work that begins now, and to come back for what waits. */
    take,
    /** Resolves in a turn for a page to be rendered. */
    forRendering(): Promise<void> {
      if (isTaken) return new Promise((resolve) => rendering.push(resolve));
      take();
      return Promise.resolve();
    },
  };
}
