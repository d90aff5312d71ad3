import type { Database, Orm, Tx } from "../../../upstream/db/database.ts";

const statements = ["select", "selectDistinct", "insert", "update", "delete", "execute"];

/** The same database, which counts a step before every statement and commit, and after every commit. */
export function inSteps(db: Database, step: () => void): Database {
  return {
    ...db,
    orm: stepwise<Orm>(db.orm, step),
    async transaction(work) {
      step();
      const result = await db.transaction(async (tx) => {
        const answer = await work(stepwise<Tx>(tx, step));
        step();
        return answer;
      });
      step();
      return result;
    },
  };
}

function stepwise<Statements extends object>(orm: Statements, step: () => void): Statements {
  return new Proxy(orm, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name !== "string" || !statements.includes(name)) return value;
      return (...values: unknown[]) => {
        step();
        return Reflect.apply(value, target, values);
      };
    },
  });
}
