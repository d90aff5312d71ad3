import { makeRunFolder } from "../../support/run-folder.ts";

/** Before all browser tests; returns what runs after them. */
export default function setup(): () => void {
  return makeRunFolder({ inMemory: true });
}
