import { hitCommands } from "./commands/hits.ts";
import { listCommands } from "./commands/lists.ts";

/** Lists of parties who must not be served, and customers who may be one of them. */
export const screeningCommands = [...listCommands, ...hitCommands];
