/** What may be wrong with a chosen file; the words are `account:picture.fault.<name>`. */
export type PictureFault = "missing" | "format" | "animated" | "broken" | "large" | "pixels";
