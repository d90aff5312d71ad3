/**
 * Runs the work of one name sequentially, in order of calls, so that two emails of one order cannot overtake each
 * other. A failure does not affect the next.
 */
export function runSequentially(): <Result>(name: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const previous = last.get(name) ?? Promise.resolve();
    const current = previous.then(work, work);
    last.set(name, current);
    const cleanUp = () => {
      if (last.get(name) === current) last.delete(name);
    };
    current.then(cleanUp, cleanUp);
    return current;
  };
}
