import { z } from "zod/v4";

const listed = z.object({ data: z.array(z.object({ fill: z.string(), next: z.string().nullable() })) });
const patienceMs = 120_000;

/**
 * Books what came to our own accounts as an operator does, once all `expected` transfers are final. `operator` runs a command
 * and returns what it prints; throws where one is refused, and where they are not final within two minutes.
 */
export async function bookFills(operator: (...words: string[]) => Promise<string>, expected: number): Promise<void> {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; ) {
    const { data } = listed.parse(JSON.parse(await operator("--json", "evm", "fills")));
    const final = data.filter(({ next }) => next !== null);
    if (final.length === expected) {
      for (const { fill } of final) await operator("evm", "book-fill", fill, "--anyway", "--reason", "first money");
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
  throw new Error("What came to our own accounts does not become final");
}
