import ts from "typescript";

/** A string of a source without its quotes, or the text between two values of a template. */
type SourceString = {
  /** Where the text begins in the source, in UTF-16 units. */
  start: number;
  text: string;
};

/** All strings of a module, attributes of elements and parts of templates included, but not the paths that it imports. */
export function stringsOf(source: string): SourceString[] {
  const file = ts.createSourceFile("source.tsx", source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const strings: SourceString[] = [];
  const visit = (node: ts.Node): void => {
    const closing = closingLength(node);
    if (closing !== undefined) {
      const start = node.getStart(file) + 1;
      strings.push({ start, text: source.slice(start, node.end - closing) });
    } else if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return strings;
}

/** How many characters end a string or a part of a template: a quote, or `${`. */
function closingLength(node: ts.Node): number | undefined {
  if (ts.isStringLiteralLike(node) || ts.isTemplateTail(node)) return 1;
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) ? 2 : undefined;
}

/** What stands between spaces. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
