import { bookCommands } from "./commands/books.ts";
import { dayCommands } from "./commands/day.ts";

export const allBookCommands = [...bookCommands, ...dayCommands];
