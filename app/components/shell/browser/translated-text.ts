/**
 * Browsers translate a page by replacing its text nodes with elements. React keeps references to the removed nodes: removing
 * one, or inserting before one, would throw, and changing one would not be visible. So a text node is put back, in place of
 * its translation, before React uses it; the browser then translates the new text.
 */
export function keepTextsOfReact(root: Document): void {
  const translations = new WeakMap<Text, Element>();
  const observer = new MutationObserver(remember);
  observer.observe(root, { childList: true, subtree: true });

  function remember(records: readonly MutationRecord[]): void {
    for (const record of records) {
      for (const removed of record.removedNodes) {
        if (!(removed instanceof Text) || removed.isConnected) continue;
        const translation = translationBeside(record);
        if (translation) translations.set(removed, translation);
      }
    }
  }

  /** To be called before a text is used. What the browser has just done is not yet reported. */
  function restore(node: Node | null): void {
    if (!(node instanceof Text) || node.isConnected) return;
    remember(observer.takeRecords());
    const translation = translations.get(node);
    translations.delete(node);
    if (translation?.isConnected) translation.replaceWith(node);
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    restore(child);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    restore(before);
    return insertBefore.call(this, child, before) as T;
  };
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      restore(this);
      nodeValue?.set?.call(this, value);
    },
  });
}

/** Replaced in one step, or inserted beside the text before it was removed. */
function translationBeside({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  return [...addedNodes, previousSibling, nextSibling].find(isTranslation);
}

/** No page of ours has a `font` element; Chromium's and Yandex's translations consist of them. */
const isTranslation = (node: Node | null): node is Element => node instanceof Element && node.tagName === "FONT";
