/**
 * The answer to a form posted by scripts, in place of its action's: a `FormReply` with the problem `overloaded`, in the
 * encoding of Remix's single fetch. The page stays as it is, with all that was typed, and shows the sentence above its form.
 */
export const busyFormReply = (sentence: string) =>
  `[{"_1":2},"data",{"_3":4},"reply",{"_5":6,"_7":8,"_9":10,"_11":12},"values",{},"fields",{},"problem","overloaded","sentence",${JSON.stringify(sentence)}]\n`;
