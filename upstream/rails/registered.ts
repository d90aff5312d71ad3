import { evmRegistration } from "./evm/register.ts";
import { nebuloxRegistration } from "./nebulox/register.ts";
import { paypalByHandRegistration } from "./paypal-by-hand/register.ts";
import type { RailRegistration } from "./registration.ts";
import { sandboxRegistration } from "./sandbox/register.ts";

/** Every rail that `RAILS` may name. A new rail needs a folder with a `register.ts`, and a line here. */
export const registeredRails: readonly RailRegistration[] = [
  sandboxRegistration,
  nebuloxRegistration,
  evmRegistration,
  paypalByHandRegistration,
];
