import { createRequire } from "node:module";
import type { hash, Options } from "@node-rs/argon2";

/**
 * For API tests: passwords are hashed at the lowest cost of argon2, since at the product's cost hashing is nearly half of the processor
 * time of a sign-up. The unit test of passwords checks the product's cost. A hash contains its cost, so that one made at
 * another cost is still verified.
 */
const argon2: { hash: typeof hash; isCheap?: true } = createRequire(import.meta.url)("@node-rs/argon2");

const realHash = argon2.hash;
const lowest: Options = { memoryCost: 8, timeCost: 1, parallelism: 1 };
// Before the service imports it: names that are imported from a package of this kind are read once. Once a process, although this file
// runs before each test file.
if (!argon2.isCheap) {
  argon2.isCheap = true;
  argon2.hash = (password, options, signal) => realHash(password, { ...options, ...lowest }, signal);
}
