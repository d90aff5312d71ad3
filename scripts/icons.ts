import { writeFileSync } from "node:fs";
import { sprite } from "./sprite/sprite.tsx";

// Writes app/ui/icons/icons.svg anew: after a change of app/ui/icons/icon-names.ts, of a mark, or of lucide-react's version.
writeFileSync("app/ui/icons/icons.svg", await sprite());
