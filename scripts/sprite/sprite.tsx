import { renderToStaticMarkup } from "react-dom/server";
import { iconNames } from "../../app/ui/icons/icon-names.ts";
import { assetDrawings } from "./asset-drawings.tsx";
import { starRows } from "./stars.tsx";
import { wordmark } from "./wordmark.tsx";

/** The content of app/ui/icons/icons.svg: lucide's icons by name, our asset marks and our logo. */
export async function sprite(): Promise<string> {
  const icons = await Promise.all(
    iconNames.map(async (name) => {
      const { default: Icon } = await import(`lucide-react/icons/${name}`);
      // Stroke and colour come from where it is used: `.icon` in styles/pieces.css.
      const paths = renderToStaticMarkup(<Icon />).replace(/^<svg[^>]*>|<\/svg>$/g, "");
      return symbol(name, 24, paths);
    }),
  );
  const assets = Object.entries(assetDrawings).map(([id, shapes]) => symbol(id, 32, renderToStaticMarkup(shapes)));
  const stars = starRows.map(([id, shapes]) => symbol(id, 128, renderToStaticMarkup(shapes), 24));
  const name = symbol("wordmark", 88, renderToStaticMarkup(wordmark), 32);
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${[...icons, ...assets, ...stars, name].join("\n")}\n</svg>\n`;
}

/** Empty elements are self-closed: a separate file is XML. */
function symbol(id: string, width: number, shapes: string, height = width): string {
  return `<symbol id="${id}" viewBox="0 0 ${width} ${height}">${shapes.replace(/><\/\w+>/g, "/>")}</symbol>`;
}
