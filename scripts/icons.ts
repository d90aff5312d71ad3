import { writeFileSync } from "node:fs";
import { sprite } from "./sprite/sprite.tsx";

// Generates app/ui/icons/icons.svg: run it after changing app/ui/icons/icon-names.ts, a mark, or lucide-react's
// version.
writeFileSync("app/ui/icons/icons.svg", await sprite());
