/** More than the replies worth keeping (pairs, rules); quotes rarely repeat. */
const mostKept = 100;
/**
 * Caches parsed replies by name: a text equal to the last one of its name is not parsed again. A reply is frozen when it
 * is first shared, at its second use, since most texts occur once.
 */
export function sameAnswers<Value>(): (name: string, text: string, read: () => Value) => Value {
  const lastByName = new Map<string, { text: string; value: Value }>();
  return (name, text, read) => {
    const last = lastByName.get(name);
    if (last?.text === text) return frozen(last.value);
    const value = read();
    if (lastByName.size >= mostKept) lastByName.clear();
    lastByName.set(name, { text, value });
    return value;
  };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
