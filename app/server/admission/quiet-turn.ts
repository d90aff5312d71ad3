/** A flood would otherwise keep all work waiting. Ours costs a fraction of a millisecond each. */
const mostTurns = 200;

/**
 * Calls back after a turn of the event loop in which nothing arrived. Node accepts one connection in a turn: with a page
 * rendered in each, visitors would wait in the kernel, where nobody can answer or refuse them. `arrived` counts
 * connections and requests.
 */
export function quietTurn(arrived: () => number, turn: (callback: () => void) => void = setImmediate) {
  return (callback: () => void): void => {
    let seen = -1;
    let turns = 0;
    const look = () => {
      turns += 1;
      const now = arrived();
      if (now === seen || turns >= mostTurns) return callback();
      seen = now;
      turn(look);
    };
    turn(look);
  };
}
