import { createRequire } from "node:module";
import type { hash, Options } from "@node-rs/argon2";

/**
 * For API tests: passwords are hashed as the service hashes them, at the lowest cost. At the real one nearly half of a sign-up's
 * processor time is spent there, and most tests sign up somebody. The real cost stands in the unit test of passwords; a
 * hash says its own cost, so that one of the real cost is verified at it.
 */
const argon2: { hash: typeof hash } = createRequire(import.meta.url)("@node-rs/argon2");

const realHash = argon2.hash;
const lowest: Options = { memoryCost: 8, timeCost: 1, parallelism: 1 };
// Before the service imports it: names that are imported from a package of this kind are read once.
argon2.hash = (password, options, signal) => realHash(password, { ...options, ...lowest }, signal);
