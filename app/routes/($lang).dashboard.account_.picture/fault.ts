/** What is wrong with a chosen file; the texts are `account:picture.fault.<name>`. */
export type PictureFault = "missing" | "format" | "animated" | "broken" | "large" | "pixels";
